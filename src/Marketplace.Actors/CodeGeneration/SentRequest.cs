using Orleans.Runtime;

namespace Marketplace.Actors.CodeGeneration;

/// <summary>A request that was sent, with what flows along with it. Base of the generated requests.</summary>
/// <typeparam name="TResult">Type of the answer, or <see cref="NoResult"/>.</typeparam>
public abstract class SentRequest<TResult> : GrainRequest<TResult>, IGrainRequest
{
    private readonly RequestContextData? _context = RequestContext.Current;

    RequestContextData? IGrainRequest.Context => _context;
}

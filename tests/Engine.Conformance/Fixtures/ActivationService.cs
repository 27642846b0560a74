using Orleans.Runtime;

namespace Marketplace.Conformance.Fixtures;

/// <summary>A service of one activation, as the state of a grain is.</summary>
internal sealed class ActivationService(IGrainContext context, IGrainContextAccessor accessor, Journal journal) : IDisposable
{
    public GrainId GrainId { get; } = context.GrainId;
    public bool AccessorAgrees { get; } = ReferenceEquals(accessor.GrainContext, context);

    public void Dispose() => journal.Write($"service of {GrainId} disposed");
}

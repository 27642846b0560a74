using Orleans.Runtime;

namespace Marketplace.Actors.CodeGeneration;

/// <summary>What a reference is made of; generated code only hands it on.</summary>
public readonly struct GrainReferenceSeed
{
    internal GrainReferenceSeed(GrainCalls calls, IdSpan key)
    {
        Calls = calls;
        Key = key;
    }

    internal GrainCalls Calls { get; }

    internal IdSpan Key { get; }
}

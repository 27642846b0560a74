using Orleans;

namespace Marketplace.Protocols;

/// <summary>One attempt to run a transaction: unlike a client's tid it is never used twice.</summary>
/// <param name="Coordinator">The coordinator that runs it.</param>
/// <param name="Number">Counts the attempts of that coordinator, from 1.</param>
[GenerateSerializer, Immutable]
public readonly record struct TransactionId(long Coordinator, long Number)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Coordinator}-{Number}";
}

using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols;

/// <summary>A protocol as the silo knows it: how it is registered, and what it says of itself. Each protocol's folder has one.</summary>
/// <param name="Name">A value of the setting Protocol.</param>
/// <param name="Add">Adds the protocol and its state, with its time-outs and retries.</param>
public sealed record ProtocolDescription(string Name, Func<IServiceCollection, ProtocolOptions, IServiceCollection> Add)
{
    /// <summary>Whether it takes back what a transaction has done that fails, and runs it again; else that stays half done.</summary>
    public bool RollsBack { get; init; } = true;

    /// <summary>How it keeps transactions under way apart.</summary>
    public TransactionIsolation Isolation { get; init; } = TransactionIsolation.Serializable;

    /// <summary>
    /// Whether it ends at start what a silo that died has left half done in the storage (<see cref="Storage.IAtomicWrites.PendingSteps"/>). Under a
    /// protocol that does not, a silo does not start on such states.
    /// </summary>
    public bool EndsPendingSteps { get; init; }

    /// <summary>The same of what was prepared (<see cref="Storage.IAtomicWrites.OpenPrepared"/>).</summary>
    public bool EndsPrepared { get; init; }
}

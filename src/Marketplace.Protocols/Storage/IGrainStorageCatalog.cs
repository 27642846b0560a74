using Orleans.Runtime;

namespace Marketplace.Protocols.Storage;

/// <summary>Tells which grains have a stored state: the audit's exports and the resets between runs walk all of them.</summary>
public interface IGrainStorageCatalog
{
    /// <summary>Whether it lists the grains of all silos; false if it lists those whose states this silo keeps.</summary>
    bool IsShared { get; }

    /// <summary>The grains that have a record of one state, in the order of their identities.</summary>
    /// <param name="stateName">The name of the state (<see cref="StateName"/>).</param>
    /// <param name="cancellationToken">Stops the walk.</param>
    /// <returns>One by one, as they are asked for.</returns>
    IAsyncEnumerable<GrainId> List(string stateName, CancellationToken cancellationToken = default);
}

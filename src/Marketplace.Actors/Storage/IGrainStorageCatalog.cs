using Orleans.Runtime;

namespace Marketplace.Storage;

/// <summary>
/// Tells which grains have a stored state. Ours, not Orleans': the audit's exports and the resets between runs walk all stored
/// grains, which <see cref="Orleans.Storage.IGrainStorage"/> can't.
/// </summary>
public interface IGrainStorageCatalog
{
    /// <summary>The grains that have a record of one state, in the order of their identities.</summary>
    /// <param name="stateName">The name of the state.</param>
    /// <param name="cancellationToken">Stops the walk.</param>
    IAsyncEnumerable<GrainId> ListAsync(string stateName, CancellationToken cancellationToken = default);
}

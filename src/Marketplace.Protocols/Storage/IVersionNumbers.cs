namespace Marketplace.Protocols.Storage;

/// <summary>
/// The numbers of versions that a storage keeps with states (<see cref="IStateStore{TState}.Number"/>), each durable with the state that it is
/// of: whoever records versions goes on from them after a crash.
/// </summary>
public interface IVersionNumbers
{
    /// <summary>Reads them, before grains load their states.</summary>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>Service, key of the grain, and the number; in no order.</returns>
    /// <exception cref="StorageUnavailableException">The storage was away for too long.</exception>
    IAsyncEnumerable<(string Service, long Key, long Version)> Read(CancellationToken cancellationToken);

    /// <summary>Forgets them, when all that was saved is stored. No transaction may be under way.</summary>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <exception cref="StorageUnavailableException">The storage was away for too long.</exception>
    Task Clear(CancellationToken cancellationToken);
}

namespace Marketplace.Protocols.Storage;

/// <summary>Tells whether a storage outside the silo works.</summary>
public interface IStorageHealth
{
    /// <summary>Asks the storage.</summary>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>Null if it answers; else why not, in a sentence for people.</returns>
    ValueTask<string?> Check(CancellationToken cancellationToken);
}

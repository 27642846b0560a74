using Marketplace.Grains.Formats;
using Marketplace.Protocols.Storage;

namespace Marketplace.Storage.Postgres.Loading;

/// <summary>Loads states, and steps of sagas that have no end.</summary>
internal interface IStateLoader
{
    /// <summary>Loads a state.</summary>
    /// <returns>What is stored, null for nothing; and the number of its version, 0 for none.</returns>
    /// <exception cref="StorageUnavailableException">The database was away for too long.</exception>
    Task<(StoredState? State, long Number)> Load(string service, long grain, CancellationToken cancellationToken);

    /// <summary>Loads a step of a saga.</summary>
    /// <returns>Null if there is none.</returns>
    /// <exception cref="StorageUnavailableException">The database is away.</exception>
    Task<byte[]?> LoadStep(string service, long saga, long grain, CancellationToken cancellationToken);

    /// <summary>Loads all steps of a grain, each with the key of the silo that decides its saga; null if no silo can any more.</summary>
    /// <exception cref="StorageUnavailableException">The database is away.</exception>
    Task<List<(long Saga, long? Silo, byte[] Record)>> LoadSteps(string service, long grain, CancellationToken cancellationToken);
}

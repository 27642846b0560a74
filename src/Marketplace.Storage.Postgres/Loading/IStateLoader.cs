using Marketplace.Grains.Formats;
using Marketplace.Protocols.Storage;

namespace Marketplace.Storage.Postgres.Loading;

/// <summary>Loads states, and steps of sagas that have no end.</summary>
internal interface IStateLoader
{
    /// <summary>Loads a state.</summary>
    /// <returns>What is stored, all of one moment.</returns>
    /// <exception cref="StorageUnavailableException">The database was away for too long.</exception>
    Task<Loaded> Load(string service, long grain, CancellationToken cancellationToken);

    /// <summary>Loads a step of a saga.</summary>
    /// <returns>Null if there is none.</returns>
    /// <exception cref="StorageUnavailableException">The database is away.</exception>
    Task<byte[]?> LoadStep(string service, long saga, long grain, CancellationToken cancellationToken);

    /// <summary>Loads all steps of a grain, each with the key of the silo that decides its saga; null if no silo can any more.</summary>
    /// <exception cref="StorageUnavailableException">The database is away.</exception>
    Task<List<(long Saga, long Number, long? Silo, byte[] Record)>> LoadSteps(string service, long grain, CancellationToken cancellationToken);
}

/// <summary>What is stored of a grain.</summary>
/// <param name="State">Its state; null for none.</param>
/// <param name="Number">The number of its version; 0 for none.</param>
/// <param name="Prepared">What is beside the state (<see cref="IStateStore{TState}.AddPrepared"/>).</param>
internal readonly record struct Loaded(StoredState? State, long Number, StoredPrepared Prepared);

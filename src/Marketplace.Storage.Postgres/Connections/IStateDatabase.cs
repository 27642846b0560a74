using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Loading;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>A database as the stores of its states use it.</summary>
internal interface IStateDatabase
{
    /// <summary>When what is written is in the tables.</summary>
    WriteMode Mode { get; }

    /// <summary>Whether it has the tables of version numbers.</summary>
    bool KeepsVersionNumbers { get; }

    /// <summary>How often all version numbers were forgotten: whoever knows one that was stored before that knows nothing.</summary>
    int NumbersForgotten { get; }

    /// <summary>Writes states.</summary>
    IWriteQueue Writer { get; }

    /// <summary>Loads what is in the tables.</summary>
    IStateLoader Loader { get; }

    /// <summary>Waits until the tables have all that was committed before.</summary>
    /// <exception cref="StorageUnavailableException">They have not, within the time-out.</exception>
    Task Applied(CancellationToken cancellationToken);

    /// <summary>Waits until the tables have the newest committed state of a grain.</summary>
    /// <exception cref="StorageUnavailableException">They have not, within the time-out.</exception>
    Task AppliedState(string service, long grain, CancellationToken cancellationToken);
}

/// <summary>The databases of the services.</summary>
internal interface IStateDatabases
{
    /// <summary>The one that a service uses.</summary>
    IStateDatabase Of(string service);

    /// <summary>Waits until the tables of all have all that was committed before.</summary>
    /// <exception cref="StorageUnavailableException">They have not, within the time-out.</exception>
    Task Applied(CancellationToken cancellationToken);
}

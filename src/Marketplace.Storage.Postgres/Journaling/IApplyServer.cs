using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>A database as its applier uses it: each call is a transaction of its own.</summary>
internal interface IApplyServer
{
    /// <summary>Brings batches into the tables, and notes with them how far the tables are.</summary>
    /// <param name="position">How far they are then.</param>
    /// <param name="asOf">They have all that was acknowledged before.</param>
    /// <param name="isInDoubt">Whether an earlier try may have come through: if it has, nothing is done.</param>
    /// <exception cref="PostgresException">Rows are not as they must be (<see cref="Sql.Mismatch"/>); nothing was done.</exception>
    Task Apply(long position, IReadOnlyCollection<ServiceBatch> services, DateTimeOffset asOf, bool isInDoubt);

    /// <summary>Empties one of the two tables of the journal.</summary>
    /// <param name="applied">Nothing in it is behind this position.</param>
    /// <returns>False if somebody reads it: then it stays.</returns>
    Task<bool> Empty(int turn, long applied);

    /// <summary>Whether no other silo has taken over.</summary>
    Task<bool> MayWrite();

    /// <summary>Another silo has taken over.</summary>
    /// <returns>What to tell those who want to write.</returns>
    StorageUnavailableException Lose(bool isOutcomeUnknown);

    /// <summary>What comes next goes over a new connection.</summary>
    ValueTask Disconnect();
}

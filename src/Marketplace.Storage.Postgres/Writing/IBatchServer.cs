using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Journaling;
using Npgsql;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>
/// A database as the writer of its batches uses it. Each call is a transaction, or a question. Each write notes in the row of its writer which batch
/// it was; if it can't, as another silo has taken that row away, or has other rows before it than it must have, nothing of it stays.
/// </summary>
internal interface IBatchServer
{
    /// <summary>Whether what was sent last may be stored, though it failed.</summary>
    bool IsInDoubt { get; }

    /// <summary>Number of the last batch of this writer, once none of its transactions is under way.</summary>
    /// <returns>Null if another silo has taken over.</returns>
    Task<long?> LastBatch();

    /// <summary>Appends a batch to the journal.</summary>
    /// <param name="batch">Its number.</param>
    /// <param name="turn">Which of the two tables it goes to.</param>
    /// <exception cref="PostgresException">Nothing was stored; or it is not known, if <see cref="IsInDoubt"/>.</exception>
    Task Append(long batch, int turn, JournalEntry entry);

    /// <summary>Writes a batch into the tables; if there is a journal, those have all that is in it.</summary>
    /// <exception cref="PostgresException">Nothing was stored; or it is not known, if <see cref="IsInDoubt"/>.</exception>
    Task Write(Batch batch);

    /// <summary>The versions of those states that are there, of all that a batch writes.</summary>
    Task<Dictionary<long, long>> Versions(ServiceBatch service);

    /// <summary>The versions of what is beside states, of all of that which a batch writes.</summary>
    Task<Dictionary<long, long>> PreparedVersions(ServiceBatch service);

    /// <summary>Which writers may still write.</summary>
    Task<List<long>> Living(List<long> writers);

    /// <summary>Another silo has taken over.</summary>
    /// <returns>What to tell those who want to write.</returns>
    StorageUnavailableException Lose(bool isOutcomeUnknown);

    /// <summary>What comes next goes over a new connection.</summary>
    ValueTask Disconnect();
}

using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols.Storage;
using Npgsql;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>A database as the writer of an audit log uses it: each call is a transaction of its own, or a question.</summary>
internal interface ILogServer : IAsyncDisposable
{
    /// <summary>Where it is, for people.</summary>
    string Name { get; }

    /// <summary>Ends when another silo has taken over.</summary>
    Task<StorageUnavailableException> Lost { get; }

    /// <summary>Makes the tables of services where they are not there yet.</summary>
    /// <returns>A number for each service that no other silo has.</returns>
    /// <exception cref="StorageUnavailableException">It can't be used, or has been away for the whole time-out.</exception>
    Task<Dictionary<string, long>> Open(ImmutableArray<string> services, CancellationToken cancellationToken);

    /// <summary>Writes records, each once however often it is written.</summary>
    /// <param name="parts">By service, with the number of the writer.</param>
    /// <param name="isInDoubt">Whether some may be there.</param>
    /// <exception cref="NpgsqlException">They are not, or it is not known.</exception>
    Task Write(IEnumerable<(string Service, long Writer, List<LogRow> Rows)> parts, bool isInDoubt);

    /// <summary>Empties the tables of services, unless that was ruled out.</summary>
    /// <param name="turn">Higher than all before it.</param>
    /// <exception cref="NpgsqlException">They are not, or it is not known: they may be later.</exception>
    Task Clear(ImmutableArray<string> services, long turn);

    /// <summary>Rules out that tables are emptied from now on by what was sent for that before.</summary>
    /// <param name="turn">The turn of what was sent last.</param>
    /// <exception cref="NpgsqlException">It is not ruled out, or that is not known.</exception>
    Task RuleOutClear(long turn);

    /// <summary>Reads records of a type, in the order of writers and numbers.</summary>
    /// <param name="after">The one before the first.</param>
    /// <param name="most">How many at most.</param>
    /// <param name="filter">Whose: the record is null if it is of a customer who was not asked for.</param>
    Task<List<(long Writer, long Number, LogRecord? Record)>> Read(string type, (long Writer, long Number) after, int most, KeyFilter filter);

    /// <summary>Ends another silo as a writer. What it has under way is over by then, and what it sends later is not stored.</summary>
    /// <param name="silo">Its key.</param>
    /// <exception cref="NpgsqlException">It failed.</exception>
    Task EndWriter(long silo);

    /// <summary>Another silo has taken over.</summary>
    /// <returns>What to tell those who want to write.</returns>
    StorageUnavailableException Lose(bool isOutcomeUnknown);
}

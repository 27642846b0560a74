using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Simulation.Storage;

/// <summary>
/// A connection of a silo to the twin of PostgreSQL. What is sent takes a moment, and can be lost on its way there or back, or come late.
/// </summary>
internal abstract class TwinConnection(DatabaseLink link)
{
    private static readonly TimeSpan LateMost = TimeSpan.FromSeconds(1);

    private const double ShareSent = 0.5;
    private const double ShareLate = 0.3;

    /// <summary>Whether what was sent last may be stored, though it failed.</summary>
    public bool IsInDoubt { get; private set; }

    /// <summary>What was sent last to be stored and is not answered; null if there is nothing.</summary>
    public SentTransaction? Sent { get; private set; }

    protected DatabaseLink Link => link;

    protected DatabaseTwin Database => link.Database;

    public StorageUnavailableException Lose(bool isOutcomeUnknown) => link.Lose(isOutcomeUnknown);

    /// <summary>Asks something.</summary>
    protected async Task<T> Ask<T>(Func<T> question)
    {
        IsInDoubt = false;
        await link.Travel();
        return Database.IsAway ? throw Away() : question();
    }

    /// <summary>Somebody learns whether what was sent is stored: then it is answered.</summary>
    protected void Tell() => Sent = Sent is { IsStored: true } ? null : Sent;

    /// <summary>Has a transaction done.</summary>
    /// <param name="isHeld">
    /// Whether it has several round trips, in which it holds the row of its writer: then it is over, in one way or the other, before the next one of
    /// this writer begins.
    /// </param>
    protected async Task Send(Action transaction, bool isHeld = false)
    {
        IsInDoubt = false;
        var sent = Sent = new SentTransaction(transaction);
        await link.Travel(isWrite: true);
        if (link.Faults.Strikes(Fault.FailedWrite))
        {
            // The connection was lost on the way there; whether the database has it nobody knows.
            IsInDoubt = link.Dice.Chance(ShareSent);
            if (IsInDoubt && !isHeld && link.Dice.Chance(ShareLate))
                _ = ComeLate(sent);
            throw Lost();
        }

        if (Database.IsAway)
            throw Away();
        try
        {
            sent.Run();
        }
        catch (PostgresException)
        {
            Sent = null;
            throw;
        }

        await link.Travel();
        IsInDoubt = Database.IsAway || link.Faults.Strikes(Fault.CommitInDoubt);
        if (IsInDoubt)
            throw Lost();
        Sent = null;
    }

    // The server has it, and has not come to it yet when somebody looks whether it is stored.
    private async Task ComeLate(SentTransaction sent)
    {
        await link.Pause(LateMost);
        if (!Database.IsAway)
            sent.TryRun();
    }

    private NpgsqlException Away()
    {
        link.Faults.Bit(Fault.StorageOutage);
        return Lost();
    }

    private static NpgsqlException Lost() => new("The connection was lost.");
}

/// <summary>A transaction that was sent to the database.</summary>
internal sealed class SentTransaction(Action transaction)
{
    /// <summary>Whether it was done.</summary>
    public bool IsStored { get; private set; }

    /// <exception cref="PostgresException">It was refused, so nothing of it was done.</exception>
    public void Run()
    {
        transaction();
        IsStored = true;
    }

    /// <returns>False if it was refused.</returns>
    public bool TryRun()
    {
        try
        {
            Run();
            return true;
        }
        catch (PostgresException)
        {
            return false;
        }
    }
}

/// <summary>The connection of the writer of batches.</summary>
internal sealed class TwinBatchServer(DatabaseLink link) : TwinConnection(link), IBatchServer
{
    public Task<long?> LastBatch() => Ask(() =>
    {
        // A bug that is put in on purpose: the last one is not found.
        if (Database.Mutant == Mutant.WrittenTwice)
            return Database.LastBatch(Link.Number) - 1;
        Tell();
        return Database.LastBatch(Link.Number);
    });

    public Task Append(long batch, int turn, JournalEntry entry)
    {
        var (now, copy) = (Link.Now, entry with { Bytes = entry.Bytes.ToArray() });
        return Send(() => Database.Append(Link.Number, batch, now, turn, copy));
    }

    public Task Write(Batch batch)
    {
        var (number, services, writers) = (batch.Number, batch.Services, batch.Writers);
        var (now, position) = (Link.Now, Link.IsShared ? (long?)null : batch.FirstVersion);
        return Send(() => Database.Write(Link.Number, number, now, services, writers, position));
    }

    public Task<Dictionary<long, long>> Versions(ServiceBatch service) => Ask(() =>
    {
        var found = new Dictionary<long, long>();
        foreach (var state in service.States)
        {
            if (Database.Tables.States.TryGetValue((service.Service, state.Grain), out var stored))
                found.Add(state.Grain, stored.Version);
        }

        return found;
    });

    public Task<Dictionary<long, long>> PreparedVersions(ServiceBatch service) =>
        throw new NotSupportedException("Transactions of Orleans are not simulated.");

    public Task<List<long>> Living(List<long> writers) => Ask(() => writers.FindAll(Database.MayWrite));

    public ValueTask Disconnect() => ValueTask.CompletedTask;
}

/// <summary>The connection of the applier.</summary>
internal sealed class TwinApplyServer(StorageLink link) : TwinConnection(link), IApplyServer
{
    // So often somebody reads the journal, as a backup does, when it is to be emptied.
    private const double ShareRead = 0.2;

    public Task Apply(long position, IReadOnlyCollection<ServiceBatch> services, DateTimeOffset asOf, bool isInDoubt)
    {
        if (Database.Mutant == Mutant.JournalCutTooFar && Database.Owns(Link.Number))
        {
            Database.Journal.Empty(0);
            Database.Journal.Empty(1);
        }

        return Send(() => Database.Apply(Link.Number, position, services, isInDoubt));
    }

    public async Task<bool> Empty(int turn, long applied)
    {
        if (Link.Dice.Chance(ShareRead))
            return false;
        await Send(() => Database.Empty(Link.Number, turn, applied));
        return true;
    }

    public Task<bool> MayWrite() => Ask(() => Database.Owns(Link.Number));

    public ValueTask Disconnect() => ValueTask.CompletedTask;
}

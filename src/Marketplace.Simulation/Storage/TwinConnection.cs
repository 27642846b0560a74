using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Simulation.Storage;

/// <summary>
/// A connection of a silo to the twin of PostgreSQL. What is sent takes a moment, and can be lost on its way there or back, or come late.
/// </summary>
internal abstract class TwinConnection
{
    private static readonly TimeSpan LateMost = TimeSpan.FromSeconds(1);

    // Others may have ended the silo as a writer by then, or not.
    private static readonly TimeSpan LateAfterDeathMost = TimeSpan.FromSeconds(5);

    private const double ShareRareFails = 0.5;
    private const double ShareSent = 0.5;
    private const double ShareLate = 0.3;
    private const double ShareArrived = 0.5;

    protected TwinConnection(DatabaseLink link)
    {
        Link = link;
        link.Add(this);
    }

    /// <summary>Whether what was sent last may be stored, though it failed.</summary>
    public bool IsInDoubt { get; private set; }

    /// <summary>What was sent last to be stored and is not answered; null if there is nothing.</summary>
    public SentTransaction? Sent { get; private set; }

    protected DatabaseLink Link { get; }

    protected DatabaseTwin Database => Link.Database;

    public StorageUnavailableException Lose(bool isOutcomeUnknown) => Link.Lose(isOutcomeUnknown);

    /// <summary>Its silo was killed: what was on its way arrives at once, or late, or never.</summary>
    /// <returns>Whether everything that was sent is stored now.</returns>
    public bool Die(Dice dice)
    {
        if (Sent is not { IsStored: false } sent)
            return true;
        if (dice.Chance(ShareArrived))
            return sent.TryRun();
        if (dice.Chance(ShareLate))
            Database.Arrive(dice.Span(LateAfterDeathMost), sent);
        return false;
    }

    /// <summary>Asks something.</summary>
    protected async Task<T> Ask<T>(Func<T> question)
    {
        IsInDoubt = false;
        await Link.Travel();
        return Database.IsAway ? throw Away() : question();
    }

    /// <summary>Somebody learns whether what was sent is stored: then it is answered.</summary>
    protected void Tell() => Sent = Sent is { IsStored: true } ? null : Sent;

    /// <summary>Has a transaction done.</summary>
    /// <param name="isHeld">
    /// Whether it has several round trips, in which it holds the row of its writer: then it is over, in one way or the other, before the next one of
    /// this writer begins.
    /// </param>
    /// <param name="isRare">Whether it is sent once or twice in a world: then it fails more often.</param>
    protected async Task Send(Action transaction, bool isHeld = false, bool isRare = false)
    {
        IsInDoubt = false;
        var sent = Sent = new SentTransaction(transaction);
        await Link.Travel(isWrite: true);
        if (Link.Faults.Strikes(Fault.FailedWrite, isRare ? ShareRareFails : 0))
        {
            // The connection was lost on the way there; whether the database has it nobody knows. It may come to it after somebody has looked.
            IsInDoubt = Link.Dice.Chance(ShareSent);
            if (IsInDoubt && !isHeld && Link.Dice.Chance(ShareLate))
                Database.Arrive(Link.Dice.Span(LateMost), sent);
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

        await Link.Travel();
        IsInDoubt = Database.IsAway || Link.Faults.Strikes(Fault.CommitInDoubt);
        if (IsInDoubt)
            throw Lost();
        Sent = null;
    }

    private NpgsqlException Away()
    {
        Link.Faults.Bit(Fault.StorageOutage);
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

    /// <summary>Does it, unless it was done.</summary>
    /// <returns>False if it was refused.</returns>
    public bool TryRun()
    {
        if (IsStored)
            return true;
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
        var (now, position) = (Link.Now, Link.IsJournaled ? batch.FirstVersion : (long?)null);
        if (batch.Emptied is { } emptied)
            return Send(() => Database.Empty(Link.Number, number, now, emptied, position), isRare: true);
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

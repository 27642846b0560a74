using System.Collections.Concurrent;
using System.Collections.Immutable;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Commit;

/// <summary>
/// Ends transactions by two-phase commit (Gray and Reuter), presumed abort: what the coordinator does not know was aborted. One a silo.
/// </summary>
internal sealed class Coordinator(
    ICoordinators coordinators,
    IAtomicWrites atomicWrites,
    Durability durability,
    ProtocolOptions options,
    ProtocolMetrics metrics,
    DecisionSender decisions,
    TimeProvider time) : ICoordinator, ITransactionManager
{
    private readonly ConcurrentDictionary<long, RunningTransaction> _running = new();

    // In a cluster the participants of a transaction are on several silos, which write in transactions of the database of their own,
    // unless they share the storage (LetsStorageDecide).
    private readonly bool _writesAtomically = atomicWrites.AreSupported && !options.IsClustered;
    private long _number;

    /// <summary>
    /// Whether a transaction is committed when it is stored, with all that it did on other silos, and not before: where silos share the storage one
    /// of them stores what was done on all. Else what is decided is stored.
    /// </summary>
    public bool LetsStorageDecide { get; } = atomicWrites.AreShared && options.IsClustered;

    /// <summary>Whether all its transactions have ended and all participants know.</summary>
    public bool IsIdle => _running.IsEmpty;

    public ImmutableArray<PlacedTransaction> Placed =>
    [
        .. _running.Values
            .Where(static running => running.Outcome == TransactionOutcome.Running)
            .Select(static running => new PlacedTransaction(running.Id, running.Places))
            .Where(static placed => !placed.Accesses.IsEmpty),
    ];

    public RunningTransaction Begin()
    {
        var id = IdOf(Interlocked.Increment(ref _number));
        var running = new RunningTransaction(id, time.GetTimestamp());
        Add(running);
        return running;
    }

    /// <summary>Names a transaction of this coordinator.</summary>
    public TransactionId IdOf(long number) => new(coordinators.Own, number);

    /// <summary>Takes a transaction that somebody else has begun and ends: other silos ask and tell this coordinator of it.</summary>
    public void Add(RunningTransaction running) => _running[running.Id.Number] = running;

    /// <summary>All participants of such a transaction know how it ended.</summary>
    public void Remove(RunningTransaction running) => _running.TryRemove(running.Id.Number, out _);

    public void Join(TransactionId transaction, IParticipant participant)
    {
        var grainId = participant.GetGrainId();
        Running(transaction, grainId).Join(grainId, participant);
    }

    public void Take(TransactionId transaction, WriteSet writes) => Running(transaction, writes.Grain).Add(writes);

    /// <summary>A participant of a transaction on another silo is prepared: what it stores is given to that silo.</summary>
    /// <returns>When that has it.</returns>
    /// <exception cref="TransactionAbortedException">The transaction is over.</exception>
    public Task Give(TransactionId transaction, WriteSet writes) => coordinators.Give(transaction, writes);

    /// <summary>Whether a transaction is of another silo.</summary>
    public bool IsElsewhere(TransactionId transaction) => transaction.Coordinator != coordinators.Own;

    /// <summary>Stores what the only participant of a transaction did, which decides it.</summary>
    /// <returns>When it is stored.</returns>
    /// <exception cref="StorageUnavailableException">The storage is away: nothing can be decided.</exception>
    public Task StoreAlone(TransactionId transaction, IStoredBranch branch)
    {
        var stored = atomicWrites.Begin()!.Submit([branch]);

        // Its participant may not get to say so.
        if (Find(transaction)?.Record is { } record)
            _ = Record(record, stored);

        return stored;
    }

    /// <summary>A participant is prepared: takes what it is going to store, so that all of the transaction is stored as one.</summary>
    /// <returns>False if the storage is away, so that nothing can be decided.</returns>
    public bool TryPrepare(TransactionId transaction, IStoredBranch branch)
    {
        if (!_writesAtomically && !LetsStorageDecide)
            return branch.CanDecide;

        Find(transaction)?.Add(branch);
        return true;
    }

    /// <summary>The only participant of a transaction commits it.</summary>
    /// <returns>False if the storage is away, so that nothing can be decided.</returns>
    public bool TryDecideAlone(TransactionId transaction, IStoredBranch branch)
    {
        if (!_writesAtomically)
            return branch.CanDecide;

        try
        {
            _ = StoreAlone(transaction, branch);
            return true;
        }
        catch (StorageUnavailableException)
        {
            return false;
        }
    }

    public TransactionOutcome OutcomeOf(TransactionId transaction) => Find(transaction)?.Outcome ?? TransactionOutcome.Aborted;

    /// <summary>Whether a transaction of this coordinator can't have anything any more; of others nothing is known here.</summary>
    public bool IsOver(TransactionId transaction) =>
        !IsElsewhere(transaction) && OutcomeOf(transaction) != TransactionOutcome.Running;

    /// <summary>
    /// Whether participants of a transaction still have to hear how it ended, or it runs: then no later activation of a grain that had
    /// promised to commit it has forgotten that yet.
    /// </summary>
    public async ValueTask<bool> IsOpen(TransactionId transaction) => IsElsewhere(transaction)
        ? await coordinators.OutcomeOf(transaction) != TransactionOutcome.Aborted
        : _running.ContainsKey(transaction.Number);

    /// <summary>What has become of a transaction of any coordinator.</summary>
    public Task<TransactionOutcome> Ask(TransactionId transaction) => IsElsewhere(transaction)
        ? coordinators.OutcomeOf(transaction)
        : Task.FromResult(OutcomeOf(transaction));

    /// <summary>Ends in a grain what has been decided without it having heard of it.</summary>
    /// <returns>When that is done, as far as the coordinators could be asked.</returns>
    public async Task EndDecided(
        IEnumerable<TransactionId> transactions, Func<TransactionId, Task> commit, Func<TransactionId, Task> abort)
    {
        foreach (var transaction in transactions)
        {
            try
            {
                switch (await Ask(transaction))
                {
                    case TransactionOutcome.Committed:
                        await commit(transaction);
                        break;
                    case TransactionOutcome.Aborted:
                        await abort(transaction);
                        break;
                }
            }
            catch (Exception exception) when (exception is not TransactionAbortedException)
            {
                // The coordinator can't be asked now, or the storage is away; whoever waits next tries again.
            }
        }
    }

    /// <summary>Tells a coordinator on another silo that a grain takes part.</summary>
    public Task JoinElsewhere(TransactionId transaction, IParticipant participant) => coordinators.Join(transaction, participant);

    public async ValueTask<TransactionAbortedException?> Commit(RunningTransaction running)
    {
        var participants = running.Close();
        var isAlone = participants.Count <= 1;
        var refusal = participants.Count switch
        {
            0 => null,
            1 => await CommitAlone(running, participants[0]),
            _ => await PrepareAll(running.Id, participants),
        };
        if (refusal is not null)
        {
            await Abort(running, refusal.Cause);
            return refusal;
        }

        if (LetsStorageDecide && !isAlone)
            return await Store(running, participants);

        // What another transaction reads of this one is let go when it is stored, so what is handed over later has read what was before.
        var stored = _writesAtomically && !isAlone && running.Branches is { Count: > 0 } branches
            ? atomicWrites.Begin()!.Submit(branches)
            : null;
        running.Decide(TransactionOutcome.Committed);
        metrics.Committed();
        if (isAlone)
        {
            _running.TryRemove(running.Id.Number, out _);
        }
        else
        {
            var ended = EndCommitted(running, new CommitPrepared(running.Id), participants);
            await (stored is null ? ended : durability.Wait(running, stored, ended));
        }

        return null;
    }

    public Task Abort(RunningTransaction running, AbortCause cause) => Abort(running, cause, new Abort(running.Id));

    /// <summary>Tells participants of a transaction that others have committed.</summary>
    /// <returns>When they have heard.</returns>
    /// <exception cref="TimeoutException">They have not, for a long time. They are told further.</exception>
    public Task EndCommitted(RunningTransaction running, ProtocolMessage message)
    {
        var participants = running.Close();
        running.Decide(TransactionOutcome.Committed);
        metrics.Committed();
        return EndCommitted(running, message, participants);
    }

    /// <summary>Tells participants of a transaction whose outcome is not known that it has ended.</summary>
    /// <param name="after">When: it has ended by then.</param>
    public void EndLater(RunningTransaction running, ProtocolMessage message, TimeSpan after)
    {
        var participants = running.Close();
        running.Decide(TransactionOutcome.Aborted);
        _ = TellLater();

        async Task TellLater()
        {
            await Task.Delay(after, time);
            await Tell(running, message, participants, mayGiveUp: false);
        }
    }

    /// <summary>Asks all participants for their votes, under a protocol that validates with them.</summary>
    /// <param name="running">An attempt that is going to be aborted in any case.</param>
    /// <returns>Null if it could have committed; else why not.</returns>
    public ValueTask<TransactionAbortedException?> Validate(RunningTransaction running) => PrepareAll(running.Id, running.Close());

    // Null if it is over and all know, or of another silo.
    private RunningTransaction? Find(TransactionId transaction) =>
        IsElsewhere(transaction) ? null : _running.GetValueOrDefault(transaction.Number);

    private RunningTransaction Running(TransactionId transaction, GrainId grain) => Find(transaction)
        ?? throw new TransactionAbortedException(AbortCause.ParticipantLost, $"Transaction {transaction} is over; grain {grain} is too late.");

    private async ValueTask<TransactionAbortedException?> CommitAlone(RunningTransaction running, IParticipant participant)
    {
        try
        {
            var answer = participant.Receive(new CommitAlone(running.Id));
            var votes = default(CommitVotes);
            votes.Take(await (answer.IsCompleted ? answer : answer.WaitAsync(options.Timeout, time)));
            return Refusal(running.Id, votes, silence: null);
        }
        catch (Exception exception)
        {
            // It may have committed before its answer was lost, so this is no abort; what it may still hold it is told to let go.
            running.Decide(TransactionOutcome.Aborted);
            await Tell(running, new Abort(running.Id), [participant], mayGiveUp: false);
            throw new TimeoutException($"The participant of transaction {running.Id} did not say whether it has committed.", exception);
        }
    }

    private static async Task Record(TransactionRecord record, Task stored)
    {
        await stored.Ended();
        if (stored.IsCompletedSuccessfully)
            record.Committed();
    }

    private Task Abort(RunningTransaction running, AbortCause cause, Abort message)
    {
        var participants = running.Close();
        running.Decide(TransactionOutcome.Aborted);
        metrics.Aborted(cause);
        return Tell(running, message, participants, mayGiveUp: true).AsTask();
    }

    // All have promised: that it is stored, whole, is the decision.
    private async ValueTask<TransactionAbortedException?> Store(RunningTransaction running, List<IParticipant> participants)
    {
        var stored = Task.CompletedTask;
        if (running is { Branches.Count: > 0 } or { WriteSets.Count: > 0 })
        {
            var write = atomicWrites.Begin()!;
            foreach (var writes in running.WriteSets)
                write.Add(writes);

            running.LetStorageDecide();
            stored = write.Submit(running.Branches);
        }

        var ended = EndStored(running, stored, participants);
        await durability.Wait(Task.WhenAny(stored));
        return await ended;
    }

    private async Task<TransactionAbortedException?> EndStored(RunningTransaction running, Task stored, List<IParticipant> participants)
    {
        try
        {
            await stored;
        }
        catch (StorageConflictException exception)
        {
            await Abort(running, AbortCause.Conflict, new Abort(running.Id, IsStale: true));
            return new(AbortCause.Conflict, $"Transaction {running.Id} could not be stored. {exception.Message}", exception);
        }
        catch (StorageUnavailableException exception) when (!exception.IsOutcomeUnknown)
        {
            running.Record?.LeftNothing(AbortCause.Failure);
            await Abort(running, AbortCause.Failure);
            throw;
        }

        // If it is not known whether it is stored this silo stops, undecided: when it is gone the others look whether it is.
        // Whether the others hear of it does not matter for its record.
        running.Decide(TransactionOutcome.Committed);
        running.Record?.Committed();
        metrics.Committed();
        await EndCommitted(running, new CommitPrepared(running.Id), participants);
        return null;
    }

    /// <summary>Asks participants for their votes.</summary>
    /// <param name="participants">Those that have only read are over with their answer, and leave the list.</param>
    /// <returns>Null if all can commit; else why not.</returns>
    public async ValueTask<TransactionAbortedException?> PrepareAll(TransactionId id, List<IParticipant> participants)
    {
        var message = new Prepare(id);
        var answers = new Task<ParticipantAnswer>[participants.Count];
        for (var i = 0; i < answers.Length; i++)
            answers[i] = participants[i].Receive(message);

        var votes = default(CommitVotes);
        Exception? silence = null;
        for (var i = answers.Length - 1; i >= 0; i--)
        {
            try
            {
                if (!votes.Take(await (answers[i].IsCompleted ? answers[i] : answers[i].WaitAsync(options.Timeout, time))))
                    participants.RemoveAt(i);
            }
            catch (Exception exception)
            {
                votes.TakeSilence();
                silence ??= exception;
            }
        }

        return Refusal(id, votes, silence);
    }

    // What it did is at its grains, and has left them, when all have heard that it is committed. So its client waits for that: dashboards and other
    // services are told by the grains, and who has the answer may ask them next.
    private async Task EndCommitted(RunningTransaction running, ProtocolMessage message, List<IParticipant> participants)
    {
        if (await Tell(running, message, participants, mayGiveUp: false) is { } told)
            await decisions.Await(running.Id, told);
    }

    // The outcome is decided: whoever does not answer now is told again until it does. Null if all have heard.
    private async ValueTask<Task?> Tell(RunningTransaction running, ProtocolMessage message, List<IParticipant> participants, bool mayGiveUp)
    {
        if (await decisions.SendOnce(message, participants) is { } silent)
            return Recover(running, message, silent, mayGiveUp);

        _running.TryRemove(running.Id.Number, out _);
        return null;
    }

    // One that is committed stays until all have heard: without it those would learn that it was aborted.
    private async Task Recover(RunningTransaction running, ProtocolMessage message, List<IParticipant> silent, bool mayGiveUp)
    {
        await decisions.Send(message, silent, running.Began, mayGiveUp);
        _running.TryRemove(running.Id.Number, out _);
    }

    private static TransactionAbortedException? Refusal(TransactionId id, CommitVotes votes, Exception? silence) => votes.Refusal switch
    {
        null => null,
        AbortCause.Conflict => new(AbortCause.Conflict, $"What transaction {id} has seen was overwritten."),
        var cause => new(cause.Value, silence is null
            ? $"A participant of transaction {id} has forgotten its part, or its storage is away."
            : $"A participant of transaction {id} did not prepare: {silence.Message}", silence),
    };
}

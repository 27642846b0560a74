using System.Collections.Immutable;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Protocols.Commit;

/// <summary>An attempt to run a transaction, as its coordinator sees it: who takes part, and what has been decided.</summary>
/// <param name="time">When it began, a timestamp of the coordinator's clock.</param>
internal class RunningTransaction(TransactionId id, long time)
{
    private readonly List<IParticipant> _participants = [];
    private readonly List<GrainId> _joined = [];
    private List<IStoredBranch>? _branches;
    private List<Task>? _dependencies;
    private Dictionary<GrainId, WriteSet>? _writeSets;
    private volatile TransactionOutcome _outcome = TransactionOutcome.Running;

    /// <summary>The attempt.</summary>
    public TransactionId Id => id;

    /// <summary>When it began.</summary>
    public long Began => time;

    /// <summary>Where its attempts are recorded; null if they are not.</summary>
    public TransactionRecord? Record { get; set; }

    /// <summary>Held by who joins, and by who ends joining.</summary>
    protected Lock Gate { get; } = new();

    /// <summary>Whether nobody can join any more. Changed under the gate.</summary>
    protected bool IsClosed { get; set; }

    /// <summary>What has been decided.</summary>
    public TransactionOutcome Outcome => _outcome;

    /// <summary>Takes a participant that the protocol knows before the participant knows the transaction.</summary>
    public void Add(IParticipant participant)
    {
        lock (Gate)
        {
            _participants.Add(participant);
        }
    }

    /// <summary>A grain takes part from now on.</summary>
    /// <exception cref="TransactionAbortedException">
    /// The transaction is over; or the grain has joined before and forgotten, with what it had done.
    /// </exception>
    public virtual void Join(GrainId grainId, IParticipant participant)
    {
        lock (Gate)
        {
            ThrowIfOver(grainId, _joined.Contains(grainId));
            _joined.Add(grainId);
            _participants.Add(participant);
        }
    }

    /// <summary>What it did, grain by grain, as far as it is to be stored as one. Complete when it is decided.</summary>
    public IReadOnlyList<IStoredBranch> Branches => _branches ?? [];

    /// <summary>Takes what it did to a grain.</summary>
    public void Add(IStoredBranch branch)
    {
        lock (Gate)
        {
            _branches ??= new(8);
            if (!_branches.Contains(branch))
                _branches.Add(branch);
        }
    }

    /// <summary>What it did to grains of other silos. Complete when it is decided.</summary>
    public IReadOnlyCollection<WriteSet> WriteSets => _writeSets?.Values ?? (IReadOnlyCollection<WriteSet>)[];

    /// <summary>Takes what it did to a grain of another silo.</summary>
    /// <exception cref="TransactionAbortedException">It is too late.</exception>
    public void Add(WriteSet writes)
    {
        lock (Gate)
        {
            if (IsDeciding || Outcome != TransactionOutcome.Running)
                throw new TransactionAbortedException(AbortCause.ParticipantLost, $"Transaction {id} is over; grain {writes.Grain} is too late.");

            (_writeSets ??= new(4))[writes.Grain] = writes;
        }
    }

    /// <summary>What it has a place for in the order of its cluster.</summary>
    public ImmutableArray<AccessSet> Places { get; private set; } = [];

    /// <summary>It has been given a place, or more of it.</summary>
    public void Place(AccessSet accesses)
    {
        lock (Gate)
        {
            Places = Places.Add(accesses);
        }
    }

    /// <summary>Whether the storage decides now: nobody else may.</summary>
    public bool IsDeciding { get; private set; }

    /// <summary>The storage decides from now on. Nothing can be added any more.</summary>
    public void LetStorageDecide()
    {
        lock (Gate)
        {
            IsDeciding = true;
        }
    }

    /// <summary>When all that it read and did not write is stored.</summary>
    public Task Read => _dependencies is { } dependencies ? Task.WhenAll(dependencies) : Task.CompletedTask;

    /// <summary>It has read what is not stored yet.</summary>
    /// <param name="storing">Ends when that is stored.</param>
    public void DependOn(Task storing)
    {
        lock (Gate)
        {
            (_dependencies ??= []).Add(storing);
        }
    }

    /// <summary>It has read what is committed, without a branch.</summary>
    /// <param name="state">The state. Each commit makes another object.</param>
    public virtual void See(GrainId grain, IParticipant participant, object state)
    {
    }

    /// <summary>Nobody can join any more.</summary>
    /// <returns>Who takes part. The list does not change after this, but by its receiver.</returns>
    public virtual List<IParticipant> Close()
    {
        lock (Gate)
        {
            IsClosed = true;
            return _participants;
        }
    }

    /// <summary>A grain is about to join.</summary>
    /// <param name="hasJoined">Whether it has before.</param>
    /// <exception cref="TransactionAbortedException">The transaction is over, or the grain has forgotten what it had done.</exception>
    protected void ThrowIfOver(GrainId grainId, bool hasJoined)
    {
        if (IsClosed || hasJoined)
        {
            throw new TransactionAbortedException(AbortCause.ParticipantLost, IsClosed
                ? $"Transaction {id} is over; grain {grainId} is too late."
                : $"Grain {grainId} has forgotten its part of transaction {id}.");
        }
    }

    /// <summary>Decides.</summary>
    public void Decide(TransactionOutcome outcome) => _outcome = outcome;
}

using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Journaling;
using Orleans.Runtime;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>What becomes durable in one transaction of the database: what a transaction of the silo has decided.</summary>
/// <param name="pending">States of decided writes that are not stored, and when they are.</param>
internal sealed class QueuedAtomicWrite(PendingStates pending) : QueuedWrite
{
    // About what one grain has.
    private const int EntrySize = 2 << 10;

    private readonly List<IWritePart> _parts = new(8);

    public override bool IsDecided => true;
    public override bool IsShared => true;

    /// <summary>Adds a part. Not after it was handed over.</summary>
    public void Add(IWritePart part) => _parts.Add(part);

    /// <summary>It is about to be handed over: whoever loads one of its states waits from now on.</summary>
    public void Announce()
    {
        foreach (var part in _parts)
        {
            if (part.State is { } state)
                pending.Add(state, Done);
        }
    }

    /// <summary>Numbers of the writers of other silos that made parts of it or decide it: it is stored only if all of them may still write.</summary>
    public IEnumerable<long> Writers => _parts.Select(static part => part.Writer).Where(static writer => writer != 0);

    /// <summary>Makes of it what another silo stores, instead of handing it over.</summary>
    /// <param name="grain">Whose parts these are.</param>
    /// <param name="writer">Number of the writer of this silo.</param>
    /// <returns>Null if nothing is to be stored.</returns>
    public WriteSet? Encode(GrainId grain, long writer)
    {
        var batch = new Batch(0, 0, null);
        foreach (var part in _parts)
            part.AddTo(batch);

        if (batch.IsEmpty)
            return null;

        var entry = new JournalWriter(EntrySize);
        JournalFormat.Write(entry, batch.Services);
        return new WriteSet(grain, writer, _parts.OfType<PreparedState>().FirstOrDefault()?.Version ?? 0, entry.Written.ToArray());
    }

    public override void Join(Batch batch)
    {
        // Not all of it may change a state whose earlier versions are not stored, and so be refused because of that.
        if (batch.KeepsUnits && _parts.Find(static part => part.State is { Failure: not null }) is { State.Failure: { } failure })
        {
            Fail(failure);
            return;
        }

        batch.Begin(this);
        foreach (var part in _parts)
            part.AddTo(batch);

        batch.AddWrite(this);
    }

    public override bool Concerns(IBatchedState state) => _parts.Exists(part => part.State == state);

    public override void Complete()
    {
        Leave();
        base.Complete();
    }

    public override void Fail(Exception exception)
    {
        foreach (var part in _parts)
            part.State?.Break(exception);

        Leave();
        base.Fail(exception);
    }

    private void Leave()
    {
        foreach (var part in _parts)
        {
            if (part.State is { } state)
                pending.Remove(state, Done);
        }
    }
}

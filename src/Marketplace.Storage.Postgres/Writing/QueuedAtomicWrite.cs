namespace Marketplace.Storage.Postgres.Writing;

/// <summary>What becomes durable in one transaction of the database: what a transaction of the silo has decided.</summary>
/// <param name="pending">States of decided writes that are not stored, and when they are.</param>
internal sealed class QueuedAtomicWrite(PendingStates pending) : QueuedWrite
{
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

    public override void Join(Batch batch)
    {
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

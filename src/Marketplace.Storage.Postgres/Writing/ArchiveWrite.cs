namespace Marketplace.Storage.Postgres.Writing;

/// <summary>A finished record.</summary>
/// <param name="service">Whose.</param>
/// <param name="table">Where to.</param>
/// <param name="key">What it will be found by.</param>
/// <param name="record">The record, JSON.</param>
internal sealed class ArchiveWrite(string service, string table, int key, byte[] record) : QueuedWrite, IWritePart
{
    /// <inheritdoc/>
    public override void Enter(Batch batch)
    {
        AddTo(batch);
        batch.Take(this);
    }

    /// <inheritdoc/>
    public void AddTo(Batch batch)
    {
        batch.Of(service).Append(table, key, record);
        batch.Size++;
    }
}

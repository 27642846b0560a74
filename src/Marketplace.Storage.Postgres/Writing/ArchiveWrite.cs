namespace Marketplace.Storage.Postgres.Writing;

/// <summary>A finished record.</summary>
internal sealed class ArchiveWrite(string service, string table, int key, byte[] record) : QueuedWrite, IWritePart
{
    public override void Join(Batch batch)
    {
        AddTo(batch);
        batch.AddWrite(this);
    }

    public void AddTo(Batch batch)
    {
        batch.Of(service).Append(table, key, record);
        batch.Size++;
    }
}

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>A finished record.</summary>
/// <param name="service">Whose.</param>
/// <param name="table">Where to.</param>
/// <param name="key">What it will be found by.</param>
/// <param name="record">The record, JSON.</param>
internal sealed class ArchiveWrite(string service, string table, int key, byte[] record) : QueuedWrite
{
    /// <inheritdoc/>
    public override bool Enter(Batch batch)
    {
        batch.Of(service).Append(table, key, record);
        batch.Take(this);
        return true;
    }
}

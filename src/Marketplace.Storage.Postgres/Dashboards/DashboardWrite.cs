using Marketplace.Grains.Dashboards;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>What a transaction did to the ongoing entries of a seller. It has committed, so it is written however long that takes.</summary>
internal sealed class DashboardWrite(IReadOnlyList<DashboardChange> changes) : QueuedWrite, IWritePart
{
    public override bool IsDecided => true;

    public override void Join(Batch batch)
    {
        AddTo(batch);
        batch.AddWrite(this);
    }

    public void AddTo(Batch batch)
    {
        batch.Of(DashboardTables.Service).Show(changes);
        batch.Size++;
    }
}

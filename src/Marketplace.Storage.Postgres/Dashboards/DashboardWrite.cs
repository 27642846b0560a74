using Marketplace.Grains.Dashboards;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>What a transaction did to the ongoing entries of a seller. It has committed, so it is written however long that takes.</summary>
internal sealed class DashboardWrite(IReadOnlyList<DashboardChange> changes) : QueuedWrite
{
    public override bool IsDecided => true;

    public override void Join(Batch batch)
    {
        batch.Of(DashboardTables.Service).Shown.AddRange(changes);
        batch.Size++;
        batch.AddWrite(this);
    }
}

/// <summary>The same as a part of what becomes durable together: it is shown then.</summary>
internal sealed class DashboardPart(PostgresDashboards dashboards, IReadOnlyList<DashboardChange> changes) : IWritePart
{
    public void AddTo(Batch batch) => batch.WhenDurable(() => dashboards.ShowDurable(changes));
}

using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Dashboards;

/// <summary>Dashboards are read from the sellers' states.</summary>
internal sealed class NoDashboardTable : IDashboardTable
{
    public bool IsKept => false;

    public void Show(IReadOnlyList<DashboardChange> changes)
    {
    }

    public bool Show(AtomicWrite write, IReadOnlyList<DashboardChange> changes) => false;

    public Task Written() => Task.CompletedTask;

    public Task Filled() => Task.CompletedTask;

    public Task Forget(bool ingestedToo) => Task.CompletedTask;
}

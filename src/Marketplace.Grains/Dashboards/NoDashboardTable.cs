using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Dashboards;

/// <summary>Dashboards are read from the sellers' states.</summary>
internal sealed class NoDashboardTable : IDashboardTable
{
    /// <inheritdoc/>
    public bool IsKept => false;

    /// <inheritdoc/>
    public void Show(IReadOnlyList<DashboardChange> changes)
    {
    }

    /// <inheritdoc/>
    public bool Show(AtomicWrite write, IReadOnlyList<DashboardChange> changes) => false;

    /// <inheritdoc/>
    public Task Written() => Task.CompletedTask;

    /// <inheritdoc/>
    public Task Filled() => Task.CompletedTask;

    /// <inheritdoc/>
    public Task Forget(bool ingestedToo) => Task.CompletedTask;
}

using Marketplace.Grains.AuditLogging;
using Marketplace.Grains.Dashboards;

namespace Marketplace.Silo;

/// <summary>Where transactions leave something besides the states: the audit log, and dashboards in a database. Either may not be there.</summary>
internal sealed class EntryOutputs(ILogRoom? log = null, IDashboardView? dashboards = null)
{
    /// <summary>Null if sellers answer dashboards.</summary>
    public IDashboardView? Dashboards => dashboards;

    /// <summary>Refuses, before it begins, a transaction that would find no room there.</summary>
    public void MakeSureOfRoom()
    {
        log?.MakeSureOfRoom();
        dashboards?.MakeSureOfRoom();
    }

    /// <summary>A client is answered when dashboards show what it did.</summary>
    public Task Shown() => dashboards?.Written() ?? Task.CompletedTask;
}

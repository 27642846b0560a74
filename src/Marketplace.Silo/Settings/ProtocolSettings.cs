using Marketplace.Protocols;
using Marketplace.Silo.Hosting;

namespace Marketplace.Silo.Settings;

/// <summary>The transaction protocol, and what is asked of it.</summary>
internal sealed class ProtocolSettings(SettingsReader read, ClusterSettings cluster)
{
    private const string Consistent = "consistent";

    /// <summary>One of <see cref="ProtocolList.Names"/>.</summary>
    public string Name { get; } = read.Choice(
        "Protocol",
        ProtocolList.Names,
        "The transaction protocol (docs/protocols.md). `orleans-transactions` needs `Engine` `orleans`.");

    public ProtocolOptions Options { get; } = new()
    {
        Timeout = read.Duration(
            "Protocol:Timeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(5),
            "How long a transaction waits for a grain that another transaction holds, or for the grain's answer in the commit. After "
            + "that the transaction is aborted."),
        Retries = read.Integer(
            "Protocol:Retries", 0, 1000, 10, "repeats",
            "How many times an aborted transaction runs again (0: never). A transaction that gave way to others runs again for at least "
            + "Protocol:Timeout. After that the request answers 503, and nothing of it remains."),
        RetryFor = read.Duration(
            "Protocol:RetryFor", TimeSpan.Zero, TimeSpan.FromHours(1), TimeSpan.FromSeconds(10),
            "How long after its begin an aborted transaction may still run again. If that is longer than clients wait, those of clients that have "
            + "left keep grains from others."),
        IsClustered = cluster.HasOthers,
    };

    private string StockReference { get; } = read.Choice(
        "StockReference",
        ["available", Consistent],
        "Whether stock may refer for some time to a version of a product that is gone (S#1). `available`: it may. `consistent`: Product "
        + "and Stock change both or neither, and no checkout that is sent after a replacement was acknowledged reserves the old "
        + "version. It needs a `Protocol` that is all or nothing and isolated, so not `none` or `saga`.");

    public void Check(StorageSettings storage)
    {
        // Product and Stock are two grains: only a transaction over both can change them together.
        if (StockReference == Consistent && !ProtocolList.Serializable.Contains(Name))
        {
            throw new SettingException(
                $"The setting Marketplace:StockReference is '{Consistent}', and with Marketplace:Protocol '{Name}' others see a product change "
                + $"before its stock does; {string.Join(", ", ProtocolList.Serializable)} change both at once.");
        }

        // The records that leave with a transaction may be of other services than its states.
        if (Name == ProtocolList.OrleansTransactions && storage.States is { ConnectionStrings.Values: var connections }
            && connections.Distinct(StringComparer.Ordinal).Count() > 1)
        {
            throw new SettingException(
                $"The setting Marketplace:Protocol has the value '{Name}', which stores states in PostgreSQL only if all services connect in the "
                + "same way: leave out the settings Marketplace:Postgres:cart and so on, or use another protocol.");
        }
    }
}

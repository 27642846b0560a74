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
        "Transaction protocol. `orleans-transactions` needs `Engine` `orleans` and `Storage` `memory`.");

    public ProtocolOptions Options { get; } = new()
    {
        Timeout = read.Duration(
            "Protocol:Timeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(5),
            "How long a transaction waits for a grain that another one holds, or for its answer in the commit; then it is aborted."),
        Retries = read.Integer(
            "Protocol:Retries", 0, 1000, 10, "repeats",
            "How often an aborted transaction is run again, and one that gave way to others for Protocol:Timeout at least (0: never); then the "
            + "request answers 503, and nothing of it remains."),
        IsClustered = cluster.HasOthers,
    };

    private string StockReference { get; } = read.Choice(
        "StockReference",
        ["available", Consistent],
        "Whether stock may for a time refer to a version of a product that is gone (S#1). `consistent`: Product and Stock change both or neither, "
        + "and no checkout sent after a replacement was acknowledged reserves the old version; needs a `Protocol` that is all or nothing and "
        + "isolated, other than `none` and `saga`.");

    public void Check(StorageSettings storage)
    {
        // Product and Stock are two grains: only a transaction over both can change them together.
        if (StockReference == Consistent && Name is "none" or "saga")
        {
            throw new SettingException(
                $"The setting Marketplace:StockReference is '{Consistent}', and with Marketplace:Protocol '{Name}' others see a product change "
                + "before its stock does; locking, ordered-locking, deterministic and optimistic change both at once.");
        }

        var setting = $"The setting Marketplace:Protocol has the value '{Name}', which";
        if (Name == ProtocolList.OrleansTransactions && storage.States is not null)
        {
            throw new SettingException(
                $"{setting} keeps what is prepared in the memory of the silo, so Marketplace:Storage has to be {StorageSettings.Memory}; locking and "
                + "ordered-locking store in PostgreSQL.");
        }

        if (!ProtocolList.SpansSilos(Name) && cluster.HasOthers)
        {
            throw new SettingException(
                $"{setting} runs on one silo alone, and Marketplace:Cluster:Provider is '{cluster.Provider}'; locking is its like for clusters.");
        }
    }
}

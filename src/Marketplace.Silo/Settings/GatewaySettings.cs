namespace Marketplace.Silo.Settings;

/// <summary>The settings of the gateway.</summary>
internal sealed class GatewaySettings
{
    private static readonly TimeSpan DefaultLeaveDelay = TimeSpan.FromSeconds(5);

    public GatewaySettings(SettingsReader read, ClusterSettings cluster)
    {
        LegacyStatus = read.Truth(
            "Gateway:LegacyStatus",
            "For public drivers. A rejected checkout, also of an empty cart, answers 200 with the outcome in the body. An add after a "
            + "failed checkout starts a new session. The version in a price update is ignored. A price beyond 10^18 is taken as 10^18.");
        MaxBodyBytes = read.Integer(
            "Gateway:MaxBodyBytes", 1024, 1 << 20, 1 << 20, "bytes", "The largest body of a request, and the largest line of an import.");
        MaxConnections = read.Integer(
            "Gateway:MaxConnections", 1, 1_000_000, 10_000, "connections",
            "How many connections may be open at once. Further ones are closed.");
        ImportParallelism = read.Integer(
            "Gateway:ImportParallelism", 1, 4096, 512, "lines",
            "How many lines of an import are ingested together, pre-populated orders in one transaction. Of long lines, as many as fit "
            + "into 4 MiB. As many more are read meanwhile.");
        DrainTimeout = read.Duration(
            "Gateway:DrainTimeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(30),
            "How long /reset, /cleanup and /audit wait for requests in flight, and how long new requests wait for them. After "
            + "that they answer 503.");
        StopTimeout = read.Duration(
            "Gateway:StopTimeout", TimeSpan.Zero, TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(10),
            "How long a silo that stops waits for requests in flight, and in a cluster for the states to be stored.");
        var ofCluster = StopTimeout / 2 < DefaultLeaveDelay ? StopTimeout / 2 : DefaultLeaveDelay;
        LeaveDelay = read.OptionalDuration(
                "Gateway:LeaveDelay", TimeSpan.Zero, TimeSpan.FromMinutes(10),
                "How long a silo that was told to stop still takes requests. Meanwhile /healthz/ready says that it is not ready, and "
                + "each answer closes its connection, so clients go elsewhere. It must be shorter than Gateway:StopTimeout. Empty: 0 "
                + "without a cluster; in a cluster 5 seconds or half of Gateway:StopTimeout, whichever is shorter.")
            ?? (cluster.HasOthers ? ofCluster : TimeSpan.Zero);
    }

    /// <summary>Whether rejected checkouts answer 200, and the other courtesies to public drivers (contract §2, §4).</summary>
    public bool LegacyStatus { get; }
    public int MaxBodyBytes { get; }
    public int MaxConnections { get; }
    public int ImportParallelism { get; }
    public TimeSpan DrainTimeout { get; }
    public TimeSpan StopTimeout { get; }
    public TimeSpan LeaveDelay { get; }

    public void Check(SettingsReader read)
    {
        if (LeaveDelay > TimeSpan.Zero && LeaveDelay >= StopTimeout)
        {
            throw new SettingException(
                $"The setting Marketplace:Gateway:LeaveDelay has the value '{read.Given("Gateway:LeaveDelay")}'; expected less than "
                + $"Marketplace:Gateway:StopTimeout, which is {StopTimeout}.");
        }
    }
}

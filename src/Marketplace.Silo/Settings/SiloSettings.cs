using Marketplace.Contracts.Settings;
using Marketplace.Grains.Placement;

namespace Marketplace.Silo.Settings;

/// <summary>The settings of a silo, read and checked once, at start.</summary>
internal sealed class SiloSettings
{
    /// <summary>The preset that answers every request at once, and does nothing.</summary>
    private const string Null = "null";

    /// <summary>Reads them, unchecked. The order is that in which one section needs another.</summary>
    public SiloSettings(SettingsReader read)
    {
        Preset = read.Under("Preset").Choice(
            Presets.Key,
            [.. Presets.All.Select(static preset => preset.Name)],
            "The system that the silo is. A preset fills in settings below; each of them can be set otherwise. `null` answers every "
            + "request of a driver at once and does nothing: it shows the maximum of HTTP and driver.");
        Cluster = new ClusterSettings(read.Under("Clusters"));
        Protocol = new ProtocolSettings(read.Under("Transactions"), Cluster);
        Replication = new ReplicationSettings(read.Under("Replication"), Cluster);
        Delivery = new DeliverySettings(read.Under("Events"), Protocol);
        Recording = new RecordingSettings(read.Under("Recording"));
        Storage = new StorageSettings(read.Under("Storage"), Recording, Cluster, Protocol);
        Receipts = new ReceiptSettings(read.Under("Results"));
        Services = new ServiceSettings(read.Under("Services"), Cluster);
        Engine = new EngineSettings(read.Under("Engine"), Protocol.Name);
        ResponseTimeout = read.Duration(
            "ResponseTimeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(30),
            "The time after which a call from the gateway or between services has failed; the request answers 503. It must be more than "
            + "10 seconds with `Replication` `causal-across-objects` over streams.");
        Placement = new PlacementSettings(read.Under("Placement"));
        Gateway = new GatewaySettings(read.Under("Gateway"), Cluster);
        OtlpEndpoint = read.Under("Metrics").HttpAddress(
            "Otlp:Endpoint", "Where metrics are sent by OTLP over HTTP, such as http://localhost:4318. Empty: nowhere.");
    }

    public string Preset { get; }
    public bool IsNull => Preset == Null;

    public ClusterSettings Cluster { get; }
    public ProtocolSettings Protocol { get; }
    public ReplicationSettings Replication { get; }
    public DeliverySettings Delivery { get; }
    public RecordingSettings Recording { get; }
    public StorageSettings Storage { get; }
    public ReceiptSettings Receipts { get; }
    public ServiceSettings Services { get; }
    public EngineSettings Engine { get; }
    public TimeSpan ResponseTimeout { get; }
    public PlacementSettings Placement { get; }
    public GatewaySettings Gateway { get; }

    /// <summary>Where metrics are sent; null if nowhere.</summary>
    public Uri? OtlpEndpoint { get; }

    /// <summary>Reads and checks the section Marketplace.</summary>
    /// <exception cref="SettingException">A key is unknown, a value is not good, or two of them do not go together.</exception>
    public static SiloSettings Read(IConfiguration configuration)
    {
        var read = new SettingsReader(configuration);
        var settings = new SiloSettings(read);
        read.Check();
        settings.Check(read);
        return settings;
    }

    private void Check(SettingsReader read)
    {
        Engine.Check(read, Protocol, Cluster, Placement);
        CheckServers(read);
        Cluster.Check();
        Protocol.Check(Storage);
        Replication.Check(ResponseTimeout);
        Recording.Check(Storage);
        Storage.Check();
        Gateway.Check(read);
        Placement.Check(Cluster, Engine);
    }

    // A silo whose preset needs servers is told where they are.
    private void CheckServers(SettingsReader read)
    {
        var filledIn = Presets.Find(Preset)!.Settings;
        var missing = Presets.ServerUses
            .Where(use => read.Given(use.Key) is null && filledIn.GetValueOrDefault(use.Key) == use.Value)
            .Where(use => use.Unless is not { } idle || read.Declared(idle.Key) != idle.Value)
            .SelectMany(static use => use.Connections)
            .Distinct()
            .Where(key => !IsTold(read, key))
            .Select(static key => $"{SettingsReader.Section}:{key}")
            .ToList();
        if (missing.Count > 0)
        {
            throw new SettingException(
                $"The preset '{Preset}' needs servers, and no setting {string.Join(" and ", missing)} says where they are.");
        }
    }

    private static bool IsTold(SettingsReader read, string key) => !string.IsNullOrEmpty(read.Given(key))
        || (key == "Postgres" && MarketplaceServices.Names.All(service => !string.IsNullOrEmpty(read.Given($"Postgres:{service}"))));
}

using Marketplace.Silo.Hosting;

namespace Marketplace.Silo.Settings;

/// <summary>What runs the grains.</summary>
internal sealed class EngineSettings
{
    /// <summary>A silo of Microsoft Orleans.</summary>
    public const string Orleans = "orleans";

    /// <summary>The host of this repository, which runs one silo alone.</summary>
    public const string Local = "local";

    public const string Inline = "inline";
    public const string Messages = "messages";

    private readonly string? _givenCalls;

    public EngineSettings(SettingsReader read, string protocol)
    {
        Engine = read.Choice(
            "Engine",
            [Orleans, Local],
            "What runs the grains (docs/engines.md). `orleans`: a silo of Microsoft Orleans. `local`: a host without Orleans' runtime, "
            + "for one silo without a cluster and without `orleans-transactions`.");
        var calls = read.Choice(
            "Orleans:LocalCalls",
            [Inline, Messages],
            "How grains of one silo call each other, only with `Engine` `orleans`. `inline`: on the thread of the caller, without a "
            + "message, if the called grain is idle. `messages`: by messages of Orleans. With `Protocol` `orleans-transactions`, "
            + "`messages` is the default and the only choice.");
        _givenCalls = read.Given("Orleans:LocalCalls") is null ? null : calls;
        LocalCalls = IsLocal ? null : protocol == ProtocolList.OrleansTransactions ? Messages : calls;
    }

    public string Engine { get; }

    /// <summary>Null if the engine is not Orleans.</summary>
    public string? LocalCalls { get; }
    public bool IsLocal => Engine == Local;

    public bool CallsInline => LocalCalls == Inline;

    public void Check(SettingsReader read, ProtocolSettings protocol, ClusterSettings cluster, PlacementSettings placement)
    {
        if (IsLocal)
        {
            CheckLocal(read, protocol.Name, cluster, placement);
        }
        else if (protocol.Name == ProtocolList.OrleansTransactions && _givenCalls == Inline)
        {
            // The transactions of Orleans wait for each other for ever where calls run inline (docs/engines.md).
            throw new SettingException(
                $"The setting Marketplace:Orleans:LocalCalls has the value '{Inline}', and the protocol '{ProtocolList.OrleansTransactions}' needs "
                + $"'{Messages}', its default there: leave the setting out.");
        }
    }

    private static void CheckLocal(SettingsReader read, string protocol, ClusterSettings cluster, PlacementSettings placement)
    {
        if (cluster.HasOthers)
            throw Refuse($"The setting Marketplace:Cluster:Provider has the value '{cluster.Provider}'", "it runs one silo alone");
        if (!placement.HostsAll)
            throw Refuse("The setting Marketplace:Services leaves services to other silos", "it runs one silo alone");
        if (protocol == ProtocolList.OrleansTransactions)
        {
            var origin = read.Given("Protocol") is null
                ? $"The preset '{read.Declared("Preset")}' sets Marketplace:Protocol to '{protocol}'"
                : $"The setting Marketplace:Protocol has the value '{protocol}'";
            throw Refuse(origin, "it has no transactions of Orleans, and locking is their like there");
        }

        if (read.Given("Orleans:LocalCalls") is { } calls)
            throw Refuse($"The setting Marketplace:Orleans:LocalCalls has the value '{calls}'", "all its calls run inline");
    }

    private static SettingException Refuse(string what, string why) =>
        new($"{what}, which needs Marketplace:Engine '{Orleans}', and that is '{Local}': {why}.");
}

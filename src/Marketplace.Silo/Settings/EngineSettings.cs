using Marketplace.Silo.Hosting;

namespace Marketplace.Silo.Settings;

/// <summary>What runs the grains.</summary>
/// <param name="LocalCalls">One of the values of the setting Orleans:LocalCalls; null if the engine is not Orleans.</param>
internal sealed record EngineSettings(string Engine, string? LocalCalls)
{
    /// <summary>Whether it is the host of this repository, and not Orleans.</summary>
    public bool IsLocal => Engine == EngineTable.Local;

    /// <summary>Whether it is Orleans, and calls within the silo run inline.</summary>
    public bool CallsInline => LocalCalls == EngineTable.Inline;

    /// <summary>Reads them.</summary>
    /// <exception cref="SettingException">
    /// Another setting needs Orleans, and the engine is not Orleans; or the protocol needs messages, and calls are to run inline.
    /// </exception>
    public static EngineSettings Read(IConfiguration section)
    {
        var engine = EngineTable.Engine.Read(section);
        if (engine == EngineTable.Orleans)
            return new EngineSettings(engine, ReadLocalCalls(section));

        CheckLocal(section);
        return new EngineSettings(engine, null);
    }

    // The transactions of Orleans wait for each other for ever where calls run inline (docs/engines.md).
    private static string ReadLocalCalls(IConfiguration section)
    {
        if (SettingsTable.Protocol.Read(section) != ProtocolList.OrleansTransactions)
            return EngineTable.LocalCalls.Read(section);

        if (section[EngineTable.LocalCalls.Key] is not null && EngineTable.LocalCalls.Read(section) == EngineTable.Inline)
        {
            throw new SettingException(
                $"The setting {Name(EngineTable.LocalCalls)} has the value '{EngineTable.Inline}', and the protocol "
                + $"'{ProtocolList.OrleansTransactions}' needs '{EngineTable.Messages}', its default there: leave the setting out.");
        }

        return EngineTable.Messages;
    }

    private static void CheckLocal(IConfiguration section)
    {
        if (ClusterTable.Provider.Read(section) is not ClusterTable.None and var provider)
            throw Refuse($"The setting {Name(ClusterTable.Provider)} has the value '{provider}'", "it runs one silo alone");

        if (!PlacementSettings.Read(section).HostsAll)
            throw Refuse($"The setting {Name(SettingsTable.Services)} leaves services to other silos", "it runs one silo alone");

        if (SettingsTable.Protocol.Read(section) == ProtocolList.OrleansTransactions)
        {
            var origin = section[SettingsTable.Protocol.Key] is null
                ? $"The preset '{SettingsTable.Preset.Read(section)}' sets {Name(SettingsTable.Protocol)} to '{ProtocolList.OrleansTransactions}'"
                : $"The setting {Name(SettingsTable.Protocol)} has the value '{ProtocolList.OrleansTransactions}'";
            throw Refuse(origin, "it has no transactions of Orleans, and locking is their like there");
        }

        if (section[EngineTable.LocalCalls.Key] is { } calls)
            throw Refuse($"The setting {Name(EngineTable.LocalCalls)} has the value '{calls}'", "all its calls run inline");
    }

    private static string Name(Setting setting) => $"{Setting.Section}:{setting.Key}";

    private static SettingException Refuse(string what, string why) => new(
        $"{what}, which needs {Name(EngineTable.Engine)} '{EngineTable.Orleans}', and that is '{EngineTable.Local}': {why}.");
}

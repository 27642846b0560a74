namespace Marketplace.Silo.Settings;

/// <summary>The settings of the gateway.</summary>
internal sealed record GatewaySettings
{
    private static readonly TimeSpan DefaultLeaveDelay = TimeSpan.FromSeconds(5);

    /// <summary>Whether rejected checkouts answer 200, and the other courtesies to public drivers (contract §2, §4).</summary>
    public required bool LegacyStatus { get; init; }

    /// <summary>Largest body, and largest line of an import.</summary>
    public required int MaxBodyBytes { get; init; }

    /// <summary>Connections that may be open at once.</summary>
    public required int MaxConnections { get; init; }

    /// <summary>Lines of an import that are ingested together.</summary>
    public required int ImportParallelism { get; init; }

    /// <summary>How long a reset waits for requests in flight, and requests for a reset.</summary>
    public required TimeSpan DrainTimeout { get; init; }

    /// <summary>How long a stop waits for requests in flight.</summary>
    public required TimeSpan StopTimeout { get; init; }

    /// <summary>How long a silo that was told to stop still takes requests.</summary>
    public required TimeSpan LeaveDelay { get; init; }

    /// <summary>Reads them.</summary>
    /// <param name="hasOthers">Whether clients can go to another silo.</param>
    /// <exception cref="SettingException">A value is not good.</exception>
    public static GatewaySettings Read(IConfiguration section, bool hasOthers)
    {
        var stopTimeout = SettingsTable.GatewayStopTimeout.Read(section);
        return new GatewaySettings
        {
            LegacyStatus = SettingsTable.GatewayLegacyStatus.Read(section),
            MaxBodyBytes = SettingsTable.GatewayMaxBodyBytes.Read(section),
            MaxConnections = SettingsTable.GatewayMaxConnections.Read(section),
            ImportParallelism = SettingsTable.GatewayImportParallelism.Read(section),
            DrainTimeout = SettingsTable.GatewayDrainTimeout.Read(section),
            StopTimeout = stopTimeout,
            LeaveDelay = ReadLeaveDelay(section, stopTimeout, hasOthers),
        };
    }

    private static TimeSpan ReadLeaveDelay(IConfiguration section, TimeSpan stopTimeout, bool hasOthers)
    {
        var setting = SettingsTable.GatewayLeaveDelay;
        return setting.Read(section) switch
        {
            null when !hasOthers => TimeSpan.Zero,
            null => stopTimeout / 2 < DefaultLeaveDelay ? stopTimeout / 2 : DefaultLeaveDelay,
            { Ticks: > 0 } delay when delay >= stopTimeout => throw new SettingException(
                $"The setting {Setting.Section}:{setting.Key} has the value '{section[setting.Key]}'; "
                + $"expected less than {Setting.Section}:{SettingsTable.GatewayStopTimeout.Key}, which is {stopTimeout}."),
            { } delay => delay,
        };
    }
}

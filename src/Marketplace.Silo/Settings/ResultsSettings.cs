namespace Marketplace.Silo.Settings;

/// <summary>How the results of transactions reach the client.</summary>
internal sealed record ResultsSettings
{
    /// <summary>Whether transactions are acknowledged at once, and their results collected later.</summary>
    public required bool AreCollected { get; init; }

    /// <summary>Transactions that may be in flight at once.</summary>
    public required int MaxInFlight { get; init; }

    /// <summary>Results that may wait to be collected, those to come included.</summary>
    public required int MaxUncollected { get; init; }

    /// <summary>How long a collector waits for results that says nothing else.</summary>
    public required TimeSpan Wait { get; init; }

    /// <summary>Reads them.</summary>
    /// <exception cref="SettingException">A value is not good.</exception>
    public static ResultsSettings Read(IConfiguration section) => new()
    {
        AreCollected = SettingsTable.Results.Read(section) == SettingsTable.ResultsEgress,
        MaxInFlight = ResultsTable.MaxInFlight.Read(section),
        MaxUncollected = ResultsTable.MaxUncollected.Read(section),
        Wait = ResultsTable.Wait.Read(section),
    };
}

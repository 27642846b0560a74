using System.Collections.Immutable;

namespace Marketplace.Silo.Settings;

/// <summary>The settings of results that are collected later; a part of <see cref="SettingsTable"/>.</summary>
internal static class ResultsTable
{
    /// <summary>The longest time that GET /receipts may be told to wait.</summary>
    public static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(1);

    public static readonly SettingOf<int> MaxInFlight = SettingKinds.Integer(
        "Results:MaxInFlight", 1, 1_000_000, 10_000, "transactions",
        "With `Results` `egress`: transactions that were accepted and have not ended; further ones answer 503.");

    public static readonly SettingOf<int> MaxUncollected = SettingKinds.Integer(
        "Results:MaxUncollected", 1, 1_000_000, 100_000, "results",
        "With `Results` `egress`: results that wait to be collected, those of transactions in flight included; at that number further "
        + "transactions answer 503.");

    public static readonly SettingOf<TimeSpan> Wait = SettingKinds.Duration(
        "Results:Wait", TimeSpan.Zero, LongestWait, TimeSpan.FromSeconds(5),
        "With `Results` `egress`: how long GET /receipts waits for results if it is not told.");

    /// <summary>All of them.</summary>
    public static ImmutableArray<Setting> All { get; } = [MaxInFlight, MaxUncollected, Wait];
}

using System.Collections.Immutable;

namespace Marketplace.Silo.Settings;

/// <summary>The settings of what runs the grains; a part of <see cref="SettingsTable"/>.</summary>
internal static class EngineTable
{
    /// <summary>A silo of Microsoft Orleans.</summary>
    public const string Orleans = "orleans";

    /// <summary>The host of this repository, which runs one silo alone.</summary>
    public const string Local = "local";

    /// <summary>A call to a grain of the same silo runs on the thread of its caller.</summary>
    public const string Inline = "inline";

    /// <summary>Every call is a message, as Orleans does it.</summary>
    public const string Messages = "messages";

    public static readonly ChoiceSetting Engine = new(
        "Engine",
        [Orleans, Local],
        [],
        "What runs the grains (docs/engines.md). `orleans`: a silo of Microsoft Orleans. `local`: a host without Orleans' runtime, for one silo "
        + "without a cluster and without `orleans-transactions`.");

    public static readonly ChoiceSetting LocalCalls = new(
        "Orleans:LocalCalls",
        [Inline, Messages],
        [],
        "How grains of one silo call each other, with `Engine` `orleans` alone. `inline`: on the thread of the caller, without a message, if the "
        + "called grain is idle. `messages`: by messages, as Orleans does it; the default, and the only way, with `Protocol` "
        + "`orleans-transactions`.");

    /// <summary>All of them.</summary>
    public static ImmutableArray<Setting> All { get; } = [Engine, LocalCalls];
}

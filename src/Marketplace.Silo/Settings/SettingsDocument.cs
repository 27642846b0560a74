using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Marketplace.Contracts.Settings;

namespace Marketplace.Silo.Settings;

/// <summary>Writes docs/settings.md.</summary>
internal static class SettingsDocument
{
    private const string Head = """
        # Settings of the silo

        On this page you look up every setting of the silo: its values, its default, and what it does.

        All settings are in the section `Marketplace` of the host's configuration. They come from `appsettings.json`, from environment
        variables (`Marketplace__Shipment__Partitions=4`) or from the command line (`--Marketplace:Shipment:Partitions=4`); the last of
        these wins. An unknown key or an invalid value stops the silo at start with one sentence that names it, and exit code 2.

        The silo listens at the host's setting `urls` (`--urls http://127.0.0.1:8081`), by default at `http://localhost:8081`; port 0 takes
        a free port. When the silo is ready, the first line on standard output names the address. Logging is configured as in any .NET host.

        This page is made from the classes in `src/Marketplace.Silo/Settings`, each of which declares a section of it: `--settings` prints it,
        and a test compares the two.

        """;

    private const string TableHead = "\n| setting | values | default | meaning |\n| --- | --- | --- | --- |\n";

    // What a system is first, and how it runs after that.
    public static readonly ImmutableArray<string> Headings =
    [
        "Preset", "Transactions", "Replication", "Events", "Storage", "Results", "Recording", "Services", "Engine", "Placement", "Clusters",
        "Gateway", "Metrics",
    ];

    private const string PresetsHead = """

        ## Presets

        A preset fills in these settings. Other settings keep their defaults. A preset with `orleans-transactions` needs `Engine`
        `orleans`, unless `Protocol` is set otherwise. If a preset needs servers, and the settings do not say where they are, the silo does
        not start and names the settings. The driver starts the servers with `"servers": "launch"` ([Scenarios](scenarios.md)).

        | preset | settings |
        | --- | --- |

        """;

    /// <returns>Markdown, ending with a line feed.</returns>
    public static string Write()
    {
        var read = SettingsReader.Of();
        _ = new SiloSettings(read);
        var page = new StringBuilder(Head);
        foreach (var section in read.Settings.GroupBy(static setting => setting.Heading).OrderBy(section => Headings.IndexOf(section.Key)))
        {
            page.Append(CultureInfo.InvariantCulture, $"\n## {section.Key}\n{TableHead}");
            foreach (var setting in section)
            {
                var fallback = setting.Fallback.Length == 0 ? "" : $"`{setting.Fallback}`";
                page.Append(CultureInfo.InvariantCulture, $"| `{setting.Key}` | {setting.Values} | {fallback} | {setting.Description} |\n");
            }
        }

        page.Append(PresetsHead);
        foreach (var preset in Presets.All.Where(static preset => preset.Settings.Count > 0))
        {
            var settings = string.Join(", ", preset.Settings.Select(static setting => $"`{setting.Key}` `{setting.Value}`"));
            page.Append(CultureInfo.InvariantCulture, $"| `{preset.Name}` | {settings} |\n");
        }

        return page.ToString();
    }
}

using System.Globalization;
using System.Text;
using Marketplace.Contracts.Settings;

namespace Marketplace.Silo.Settings;

/// <summary>Writes docs/settings.md.</summary>
internal static class SettingsDocument
{
    private const string Head = """
        # Settings of the silo

        Look up here every setting of the silo: its values, its default, and what it does.

        All settings are in the section `Marketplace` of the host's configuration: `appsettings.json`, environment variables
        (`Marketplace__Shipment__Partitions=4`) or the command line (`--Marketplace:Shipment:Partitions=4`), the last one counting.
        A key or value that is not good stops the silo at start with one sentence that names it, and exit code 2.
        The address is the host's setting `urls` (`--urls http://127.0.0.1:8081`), by default `http://localhost:8081`; port 0 takes a free
        port. The first line on standard output once the silo is ready names the address. Logging is configured as in any .NET host.

        This page is made from the table in `src/Marketplace.Silo/Settings/SettingsTable.cs`: `--settings` prints it, and a test compares
        the two.

        | setting | values | default | meaning |
        | --- | --- | --- | --- |

        """;

    private const string PresetsHead = """

        ## Presets

        What a preset fills in; other settings keep their defaults. A preset with `orleans-transactions` needs `Engine` `orleans`, unless
        `Protocol` is set otherwise. A silo whose preset needs servers, and whose settings do not say where they are, does not start and
        names the settings; the driver starts them with `"servers": "launch"` ([Scenarios](scenarios.md)).

        | preset | settings |
        | --- | --- |

        """;

    private const string Tail = """

        These are known, and stop the silo as "not available yet":
        """;

    /// <summary>Writes the page.</summary>
    /// <returns>Markdown, ending with a line feed.</returns>
    public static string Write()
    {
        var page = new StringBuilder(Head);
        foreach (var setting in SettingsTable.All)
        {
            var fallback = setting.Fallback.Length == 0 ? "" : $"`{setting.Fallback}`";
            page.Append(CultureInfo.InvariantCulture, $"| `{setting.Key}` | {setting.Values} | {fallback} | {setting.Description} |\n");
        }

        page.Append(PresetsHead);
        foreach (var preset in Presets.All.Where(preset => preset.Settings.Count > 0))
        {
            var name = $"`{preset.Name}`" + (SettingsTable.Preset.Can(preset.Name) ? "" : " (not available yet)");
            var settings = string.Join(", ", preset.Settings.Select(setting => $"`{setting.Key}` `{setting.Value}`"));
            page.Append(CultureInfo.InvariantCulture, $"| {name} | {settings} |\n");
        }

        page.Append(Tail);
        page.Append('\n');
        foreach (var setting in SettingsTable.All.OfType<ChoiceSetting>().Where(setting => setting.Planned.Length > 0))
            page.Append(CultureInfo.InvariantCulture, $"\n- `{setting.Key}`: {setting.Planned}");

        foreach (var key in SettingsTable.Planned)
            page.Append(CultureInfo.InvariantCulture, $"\n- `{key}`");

        return page.Append('\n').ToString();
    }
}

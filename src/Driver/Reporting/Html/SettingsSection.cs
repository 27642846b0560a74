using System.Text.Json;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>The scenario as it was resolved, in the words of `--set`, and the machine.</summary>
internal static class SettingsSection
{
    public static void Write(HtmlPage page, RunManifest manifest)
    {
        using (page.Open("section"))
        {
            page.Element("h2", "Settings and machine");
            using (page.Open("div", ("class", "pair")))
            {
                using (page.Open("div"))
                {
                    page.Element("h3", "Machine");
                    var machine = manifest.Machine;
                    Tables.Pairs(page,
                    [
                        ("Processor", machine.Processor),
                        ("Cores", Numbers.Count(machine.Cores)),
                        ("Memory", $"{Numbers.Count(machine.MemoryMiB)} MiB"),
                        ("System", machine.OperatingSystem),
                        ("Runtime", machine.Runtime),
                        ("Driver", $"{manifest.DriverVersion}, {manifest.Build} build"),
                        ("Engine", Engine(manifest)),
                    ]);
                    page.Element("h3", "Data set");
                    var data = manifest.Data;
                    Tables.Pairs(page,
                    [
                        ("Customers", Numbers.Count(data.Customers)),
                        ("Sellers", Numbers.Count(data.Sellers)),
                        ("Products", Numbers.Count(data.Products)),
                        ("Stock items", Numbers.Count(data.Stock)),
                        ("Orders already present", Numbers.Count(data.Orders)),
                    ]);
                }

                using (page.Open("div"))
                {
                    page.Element("h3", "Scenario, as resolved");
                    var scenario = SettingsText.Flatten("", JsonSerializer.SerializeToNode(manifest.Scenario, ResultsJson.Default.Scenario));
                    Tables.Pairs(page, scenario.Where(setting => IsOfRun(setting.Path, manifest.Scenario.Workload.Kind)));
                }
            }
        }
    }

    // What other workloads would do says nothing of this one.
    private static bool IsOfRun(string path, string workload) => path.Split('.') is not ["workload", var part, ..] || part == "kind"
        || (workload == WorkloadSettings.Marketplace ? part is not ("items" or "ycsb") : part == workload);

    private static string Engine(RunManifest manifest) => (manifest.Engine, manifest.LocalCalls, manifest.OrleansVersion) switch
    {
        (null, _, _) => "the target does not say",
        ({ } engine, null, var version) => $"{engine}, packages of Orleans {version}",
        ({ } engine, { } calls, var version) => $"{engine} {version}, local calls {calls}",
    };
}

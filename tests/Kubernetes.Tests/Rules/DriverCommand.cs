using System.Text.Json.Nodes;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Sweeps;
using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>The command line of the driver's Job: `run FILE --set PATH=VALUE ...`, or sweep, its file in a mounted ConfigMap.</summary>
internal sealed class DriverCommand(Container driver, ManifestSet manifests)
{
    private const string Scenarios = "/scenarios";

    /// <summary>The arguments, as the kubelet expands them.</summary>
    public string[] Arguments { get; } =
        [.. driver.Arguments.Select(argument => Container.Expand(argument, driver.Environment(manifests)))];

    /// <summary>Writes what a mounted ConfigMap holds, or several that are projected into one folder.</summary>
    public void WriteFiles(string mountPath, string folder)
    {
        var mount = driver.Json.List("volumeMounts").FirstOrDefault(mount => mount.Text("mountPath") == mountPath);
        var volume = driver.Pod.Volume(mount.Text("name"));
        foreach (var map in volume.List("projected", "sources").Append(volume).Select(static source => source.At("configMap")).OfType<JsonNode>())
        {
            var paths = map.List("items").ToDictionary(static item => item.Text("key"), static item => item.Text("path"));
            foreach (var (name, text) in manifests.Find("ConfigMap", map.Text("name"))?.Json.Map("data") ?? new Dictionary<string, string>())
            {
                var file = Path.Combine(folder, paths.GetValueOrDefault(name, name));
                Directory.CreateDirectory(Path.GetDirectoryName(file)!);
                File.WriteAllText(file, text);
            }
        }
    }

    /// <summary>Loads the scenario as the driver does, of a sweep that of each point.</summary>
    /// <param name="problem">Why it does not load.</param>
    public IReadOnlyList<Scenario>? Load(string folder, out string problem)
    {
        string[] arguments = [.. Arguments.Where(static argument => argument != "--quiet")];
        if (arguments is not ["run" or "sweep", var file, .. var options]
            || options.Chunk(2).Any(static option => option is not ["--set", _]))
        {
            problem = $"expected run or sweep FILE --set PATH=VALUE ..., found {string.Join(' ', Arguments)}";
            return null;
        }

        WriteFiles(Scenarios, folder);
        var path = Path.Combine(folder, Path.GetRelativePath(Scenarios, file));
        string[] overrides = [.. options.Chunk(2).Select(static option => option[1])];
        try
        {
            problem = "";
            return Arguments[0] == "run"
                ? [ScenarioLoader.Load(path, overrides)]
                : [.. SweepLoader.Load(path, overrides, static same => same).Points.Select(static point => point.Scenario)];
        }
        catch (ScenarioException exception)
        {
            problem = exception.Message;
            return null;
        }
    }
}

using Marketplace.Driver.Scenarios;
using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>The command line of the driver's Job: `run FILE --set PATH=VALUE ...`, its file in a mounted ConfigMap.</summary>
internal sealed class DriverCommand(Container driver, ManifestSet manifests)
{
    /// <summary>The arguments, as the kubelet expands them.</summary>
    public string[] Arguments { get; } =
        [.. driver.Arguments.Select(argument => Container.Expand(argument, driver.Environment(manifests)))];

    /// <summary>Writes what a mounted ConfigMap holds.</summary>
    public void WriteFiles(string mountPath, string folder)
    {
        var mount = driver.Json.List("volumeMounts").FirstOrDefault(mount => mount.Text("mountPath") == mountPath);
        var map = driver.Pod.Volume(mount.Text("name")).Text("configMap", "name");
        foreach (var (name, text) in manifests.Find("ConfigMap", map)?.Json.Map("data") ?? new Dictionary<string, string>())
            File.WriteAllText(Path.Combine(folder, name), text);
    }

    /// <summary>Loads the scenario as the driver does.</summary>
    /// <param name="problem">Why it does not load.</param>
    public Scenario? Load(string folder, out string problem)
    {
        if (Arguments is not ["run", var file, .. var options]
            || options.Chunk(2).Any(static option => option is not ["--set", _]))
        {
            problem = $"expected run FILE --set PATH=VALUE ..., found {string.Join(' ', Arguments)}";
            return null;
        }

        WriteFiles(Path.GetDirectoryName(file)!, folder);
        try
        {
            problem = "";
            return ScenarioLoader.Load(Path.Combine(folder, Path.GetFileName(file)), options.Chunk(2).Select(static option => option[1]));
        }
        catch (ScenarioException exception)
        {
            problem = exception.Message;
            return null;
        }
    }
}

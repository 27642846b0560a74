using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Schemas;

/// <summary>
/// Kubernetes' own schemas, from the npm package that the package-lock.json beside this file pins, restored once into artifacts. One
/// process checks for all tests, as reading the schemas takes it a second; it ends with these tests, when its input does. Without npm, node
/// or, the first time, a network the tests that ask here fail.
/// </summary>
internal static class KubernetesSchemas
{
    private const string Program = "check.cjs";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);
    private static readonly string[] Files = ["package.json", "package-lock.json", Program];
    private static readonly Lazy<Task<Process>> Checker = new(Start);
    private static readonly SemaphoreSlim Turn = new(1);

    /// <summary>Checks objects, unknown members included.</summary>
    /// <returns>A line for each problem.</returns>
    public static async Task<IReadOnlyList<string>> Check(ManifestSet manifests)
    {
        var objects = new JsonArray([.. manifests.All.Select(static manifest => manifest.Json.DeepClone())]);
        var checker = await Checker.Value;
        await Turn.WaitAsync();
        try
        {
            await checker.StandardInput.WriteLineAsync(objects.ToJsonString());
            await checker.StandardInput.FlushAsync();
            var answer = await checker.StandardOutput.ReadLineAsync().WaitAsync(Patience, TimeProvider.System);
            return answer is null
                ? throw new InvalidOperationException($"{Program} ended: {await checker.StandardError.ReadToEndAsync()}")
                : JsonSerializer.Deserialize<string[]>(answer)!;
        }
        finally
        {
            Turn.Release();
        }
    }

    private static async Task<Process> Start() => Tool.Node.Start(await Restore(), Program);

    private static async Task<string> Restore()
    {
        var source = Path.Combine(Repository.Root, "tests", "Kubernetes.Tests", "Schemas");
        var folder = Directory.CreateDirectory(Path.Combine(Repository.Root, "artifacts", "kubernetes-schemas")).FullName;
        var restored = Path.Combine(folder, "restored");
        var wanted = string.Concat(Files.Select(file => File.ReadAllText(Path.Combine(source, file))));
        if (File.Exists(restored) && await File.ReadAllTextAsync(restored) == wanted)
            return folder;

        File.Delete(restored);
        foreach (var file in Files)
            File.Copy(Path.Combine(source, file), Path.Combine(folder, file), overwrite: true);

        var (exitCode, _, errors) = await Tool.Npm.Run(
            folder, "", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1",
            "--fetch-retry-mintimeout=1000");
        if (exitCode != 0)
        {
            throw new InvalidOperationException(
                $"npm can't restore Kubernetes' schemas (npm ci in {folder}); is its registry reachable? {errors.Trim()}");
        }

        await File.WriteAllTextAsync(restored, wanted);
        return folder;
    }
}

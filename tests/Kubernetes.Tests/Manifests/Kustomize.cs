using Xunit;

namespace Marketplace.Kubernetes.Tests.Manifests;

/// <summary>Renders manifests as `kubectl apply -k` would send them.</summary>
internal static class Kustomize
{
    /// <summary>Renders a folder.</summary>
    /// <param name="folder">It has a kustomization.yaml.</param>
    public static async Task<ManifestSet> Render(string folder)
    {
        var (exitCode, output, errors) = await Tool.Kubectl.Run(Repository.Root, "", "kustomize", folder);
        if (exitCode != 0)
        {
            await SkipIfOld();
            throw new InvalidOperationException($"kubectl kustomize {folder} failed: {errors}");
        }

        // Deprecated members and the like: kubectl would print these to everybody who applies the folder.
        return errors.Length == 0
            ? new ManifestSet(Yaml.Parse(output))
            : throw new InvalidOperationException($"kubectl kustomize {folder} warned: {errors}");
    }

    private static async Task SkipIfOld()
    {
        var (_, version, _) = await Tool.Kubectl.Run(Repository.Root, "", "version", "--client");
        Assert.SkipUnless(
            version.Contains("Kustomize Version: v5", StringComparison.Ordinal),
            $"kubectl is too old (or newer than these tests): Kustomize 5 (kubectl 1.27) is needed, this is {version.ReplaceLineEndings(" ")}");
    }
}

namespace Marketplace.Kubernetes.Tests.Manifests;

/// <summary>Renders manifests as `kubectl apply -k` would send them.</summary>
internal static class Kustomize
{
    /// <summary>Renders a folder.</summary>
    public static async Task<ManifestSet> Render(string folder)
    {
        var (exitCode, output, errors) = await Tool.Kubectl.Run(Repository.Root, "", "kustomize", folder);
        if (exitCode != 0)
            throw new InvalidOperationException($"kubectl kustomize {folder} failed: {errors} {await Advice()}");

        // Deprecated members and the like: kubectl would print these to everybody who applies the folder.
        return errors.Length == 0
            ? new ManifestSet(Yaml.Parse(output))
            : throw new InvalidOperationException($"kubectl kustomize {folder} warned: {errors}");
    }

    private static async Task<string> Advice()
    {
        var (_, version, _) = await Tool.Kubectl.Run(Repository.Root, "", "version", "--client");
        return version.Contains("Kustomize Version: v5", StringComparison.Ordinal)
            ? ""
            : "These manifests need Kustomize 5 (kubectl 1.27 or newer; .ci/run fetches one if the PATH has none), "
                + $"and this is {version.ReplaceLineEndings(" ")}";
    }
}

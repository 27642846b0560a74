using Xunit;

namespace Marketplace.Kubernetes.Tests;

/// <summary>A copy of the manifests in which one text of one file is another.</summary>
internal sealed class MutatedManifests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("kubernetes-mutation-");

    /// <summary>Makes the copy.</summary>
    /// <param name="file">The file, relative to the folder k8s.</param>
    public MutatedManifests(string file, string old, string replacement)
    {
        foreach (var source in new[] { "k8s", "config" })
        {
            foreach (var path in Directory.EnumerateFiles(Path.Combine(Repository.Root, source), "*", SearchOption.AllDirectories))
            {
                var copy = Path.Combine(_folder.FullName, Path.GetRelativePath(Repository.Root, path));
                Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
                File.Copy(path, copy);
            }
        }

        var target = Path.Combine(_folder.FullName, "k8s", file);
        var text = File.ReadAllText(target);
        Assert.Contains(old, text, StringComparison.Ordinal);
        File.WriteAllText(target, text.Replace(old, replacement, StringComparison.Ordinal));
    }

    public string Overlay(string name) => Path.Combine(_folder.FullName, "k8s", "overlays", name);

    public void Dispose() => _folder.Delete(recursive: true);
}

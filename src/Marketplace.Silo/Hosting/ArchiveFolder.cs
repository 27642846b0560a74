namespace Marketplace.Silo.Hosting;

/// <summary>A folder of this silo's own for finished records. It goes when the silo goes.</summary>
internal sealed class ArchiveFolder : IDisposable
{
    /// <summary>Makes the folder.</summary>
    /// <param name="parent">Where; empty for the folder of temporary files.</param>
    public ArchiveFolder(string parent) => Path = parent.Length == 0
        ? Directory.CreateTempSubdirectory("marketplace-").FullName
        : Directory.CreateDirectory(System.IO.Path.Combine(parent, "marketplace-" + System.IO.Path.GetRandomFileName())).FullName;

    /// <summary>Where it is.</summary>
    public string Path { get; }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}

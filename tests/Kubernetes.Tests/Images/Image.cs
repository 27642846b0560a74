using System.Formats.Tar;
using System.Text.Json.Nodes;
using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>An image as the SDK makes it, unpacked.</summary>
internal sealed class Image
{
    private readonly JsonNode _config;

    private Image(string tag, JsonNode config, string root) => (Tag, _config, Root) = (tag, config, root);

    /// <summary>Name and version.</summary>
    public string Tag { get; }

    /// <summary>A folder with the files of our own layer.</summary>
    public string Root { get; }

    public string User => _config.Text("config", "User");
    public IEnumerable<string> Ports => (_config.At("config", "ExposedPorts") as JsonObject ?? []).Select(static port => port.Key);

    public IReadOnlyDictionary<string, string> Environment => _config.List("config", "Env")
        .Select(static variable => variable.Text().Split('=', 2))
        .ToDictionary(static parts => parts[0], static parts => parts[1]);

    public IReadOnlyList<string> Entrypoint => [.. _config.List("config", "Entrypoint").Select(static part => part.Text())];

    /// <summary>Unpacks an image.</summary>
    /// <param name="folder">An empty folder, which others may read.</param>
    public static async Task<Image> Unpack(string archive, string folder)
    {
        var parts = Directory.CreateDirectory(Path.Combine(folder, "parts")).FullName;
        await TarFile.ExtractToDirectoryAsync(archive, parts, overwriteFiles: false);
        var manifest = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(parts, "manifest.json")))![0]!;
        var config = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(parts, manifest.Text("Config"))))!;
        var root = Directory.CreateDirectory(Path.Combine(folder, "root")).FullName;
        await using var layer = File.OpenRead(Path.Combine(parts, manifest.List("Layers").Last().Text()));
        await using var files = new System.IO.Compression.GZipStream(layer, System.IO.Compression.CompressionMode.Decompress);
        await TarFile.ExtractToDirectoryAsync(files, root, overwriteFiles: false);
        return new Image(manifest.List("RepoTags").Single().Text(), config, root);
    }
}

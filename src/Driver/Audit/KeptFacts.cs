using System.Globalization;
using System.IO.Compression;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Audit.Exports;

namespace Marketplace.Driver.Audit;

/// <summary>
/// Keeps the exports that an audit reads, packed: a folder for each export, and in it a file for each partition. Reads them again.
/// </summary>
internal sealed class KeptFacts
{
    private readonly string _folder;
    private readonly Dictionary<string, int> _partitions = new(StringComparer.Ordinal);
    private readonly HashSet<(string Name, int Index)> _kept = [];

    /// <summary>Begins with an empty folder: what an earlier audit kept is gone.</summary>
    /// <exception cref="IOException">It can't be made.</exception>
    public KeptFacts(string folder)
    {
        _folder = folder;
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        Directory.CreateDirectory(folder);
    }

    /// <summary>Whether an export was kept; one that the target does not have was not.</summary>
    /// <param name="folder">Where it was kept; it need not be there.</param>
    public static bool Has<T>(string folder, Export<T> export) => Parts(folder, export).Length > 0;

    /// <summary>Streams an export that was kept; nothing if it was not.</summary>
    /// <param name="folder">Where it was kept; it need not be there.</param>
    public static async IAsyncEnumerable<T> Read<T>(
        string folder, Export<T> export, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var part in Parts(folder, export))
        {
            await using var packed = File.OpenRead(part);
            await using var lines = new GZipStream(packed, CompressionMode.Decompress);
            var found = JsonSerializer.DeserializeAsyncEnumerable(lines, export.TypeInfo, topLevelValues: true, cancellationToken);
            await foreach (var record in found)
                yield return record!;
        }
    }

    /// <summary>Keeps a part of an export that was fetched whole. One that is read again is kept already.</summary>
    /// <param name="file">The part; it is read from its beginning, and left there.</param>
    public async Task Keep(string export, Partition partition, Stream file, CancellationToken cancellationToken)
    {
        if (_partitions.TryGetValue(export, out var count) && count != partition.Count || !_kept.Add((export, partition.Index))) return;
        _partitions[export] = partition.Count;
        var folder = Directory.CreateDirectory(Path.Combine(_folder, export)).FullName;
        var name = string.Create(CultureInfo.InvariantCulture, $"{partition.Index:00000}.ndjson.gz");
        await using (var kept = File.Create(Path.Combine(folder, name)))
        await using (var packed = new GZipStream(kept, CompressionLevel.Fastest))
            await file.CopyToAsync(packed, cancellationToken);
        file.Position = 0;
    }

    private static string[] Parts<T>(string folder, Export<T> export)
    {
        var path = Path.Combine(folder, export.Name);
        return Directory.Exists(path) ? [.. Directory.EnumerateFiles(path).Order(StringComparer.Ordinal)] : [];
    }
}

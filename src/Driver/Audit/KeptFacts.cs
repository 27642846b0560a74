using System.Globalization;
using System.IO.Compression;
using Marketplace.Audit.Exports;

namespace Marketplace.Driver.Audit;

/// <summary>Keeps the exports that an audit reads, packed: a folder for each export, and in it a file for each partition.</summary>
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
}

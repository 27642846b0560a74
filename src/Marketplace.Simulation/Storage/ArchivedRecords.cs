using System.Text.Json;
using Marketplace.Contracts.Json;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Placement;
using Marketplace.Simulation.Judging;
using Marketplace.Storage.Postgres;

namespace Marketplace.Simulation.Storage;

/// <summary>
/// Finished records in the order in which they came: each as it was given, or as the text that the silo would write, which costs as much as the
/// rest of an audit.
/// </summary>
internal sealed class ArchivedRecords
{
    // By their tables: of each kind one for each origin.
    private readonly Dictionary<string, List<(int Key, object Record)>> _records = [];

    /// <summary>Adds a record, or its text.</summary>
    public void Add(string table, int key, object record)
    {
        if (!_records.TryGetValue(table, out var records))
            _records[table] = records = [];
        records.Add((key, record));
    }

    /// <summary>What there is now of one origin, the newest first.</summary>
    public List<T> NewestFirst<T>(ArchiveStream<T> stream, ArchiveOrigin origin, int? key)
    {
        var found = new List<T>();
        var records = Of(PostgresArchive.Table(stream.Name, origin));
        for (var i = records.Count - 1; i >= 0; i--)
        {
            if (key is null || records[i].Key == key)
                found.Add(records[i].Record is byte[] text ? JsonSerializer.Deserialize(text, stream.TypeInfo)! : (T)records[i].Record);
        }

        return found;
    }

    /// <summary>All that there is now, the oldest first, and first what was ingested.</summary>
    public List<object> Read(string name, KeyFilter filter)
    {
        var found = new List<object>();
        foreach (var origin in (ReadOnlySpan<ArchiveOrigin>)[ArchiveOrigin.Ingested, ArchiveOrigin.Transaction])
        {
            foreach (var (key, record) in Of(PostgresArchive.Table(name, origin)))
            {
                if (filter.Takes(key))
                    found.Add(record);
            }
        }

        return found;
    }

    /// <summary>The text of a record.</summary>
    public static byte[] TextOf(object record) =>
        record as byte[] ?? JsonSerializer.SerializeToUtf8Bytes(record, record.GetType(), EntityJson.Default);

    /// <summary>Hands records over as they are, to somebody who takes them so.</summary>
    public static async Task Export(List<object> records, ExportWriter lines)
    {
        foreach (var record in records)
        {
            if (record is byte[] || lines is not RecordWriter writer)
                await lines.Write(TextOf(record));
            else
                writer.Take(record);
        }
    }

    /// <summary>Drops what transactions made.</summary>
    public void Reset()
    {
        foreach (var stream in MarketplaceServices.Archives)
            _records.Remove(PostgresArchive.Table(stream.Name, ArchiveOrigin.Transaction));
    }

    public void Clear() => _records.Clear();

    private List<(int Key, object Record)> Of(string table) => _records.GetValueOrDefault(table) ?? [];
}

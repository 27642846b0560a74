using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains.Archiving;

/// <summary>One kind of finished record: where it is kept and how it is written.</summary>
/// <param name="Name">Name of the export that shows it: "orders" for `/audit/orders`.</param>
internal abstract record ArchiveStream(string Name)
{
    /// <summary>Whether records are keyed by customer, so that an export can be taken by customers; else all are exported.</summary>
    public bool IsOfCustomers { get; init; } = true;

    /// <summary>Whether it is a part of the journal, which is kept with the setting Recording full.</summary>
    public bool IsJournal { get; init; }

    /// <summary>
    /// Whether somebody looks for its records by their key (<see cref="IArchive.Find"/>): the others need no index of it, which costs as much to
    /// write as a record does.
    /// </summary>
    public bool IsSearched { get; init; }

    /// <summary>What the audit log calls the records; null if it has none of them.</summary>
    public string? LogType { get; init; }
}

/// <param name="Format">How it is written; asked for when a record is, as a silo writes few kinds. Its context makes it once.</param>
internal sealed record ArchiveStream<T>(string Name, Func<JsonTypeInfo<T>> Format) : ArchiveStream(Name)
{
    public JsonTypeInfo<T> TypeInfo => Format();

    /// <summary>Key of a record in the audit log, and the transaction that made it; null for one that is not logged.</summary>
    public Func<T, (string Key, string Tid)?>? LogName { get; init; }
}

using System.Globalization;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>Goes over the entries that are not in the tables: what they do in the end, and whether none of them is missing or damaged.</summary>
/// <param name="schema">Where the journal is.</param>
/// <param name="applied">How far the tables are.</param>
internal sealed class JournalReplay(string schema, long applied)
{
    private SortedDictionary<string, ServiceChanges> _services = new(StringComparer.Ordinal);

    /// <summary>How far the tables are with all that was added.</summary>
    public long Position { get; private set; } = applied;

    /// <summary>How many were added.</summary>
    public int Count { get; private set; }

    /// <summary>How long all of them are.</summary>
    public long Bytes { get; private set; }

    /// <summary>Takes the next entry, in the order of their positions.</summary>
    /// <exception cref="LayoutException">Another version of the silo has written it, or it is damaged, or one before it is missing.</exception>
    public void Add(JournalEntry entry)
    {
        if (entry.Format != JournalFormat.Version)
        {
            throw Refuse(schema, string.Create(
                CultureInfo.InvariantCulture,
                $"it is of version {entry.Format}, while this silo reads version {JournalFormat.Version}: start the silo that wrote it once "
                + $"and stop it, or use another database"));
        }

        if (entry.Previous > Position)
            throw Refuse(schema, $"the one at {entry.Previous} is missing: restore a backup, or use another database");

        foreach (var service in Decode(entry))
            ServiceChanges.Of(_services, service.Service).Add(service);

        (Position, Count, Bytes) = (entry.Position, Count + 1, Bytes + entry.Bytes.Length);
    }

    /// <summary>Takes out what the entries do that were added since the last time.</summary>
    public List<ServiceBatch> Take()
    {
        var services = _services;
        _services = new(StringComparer.Ordinal);
        return [.. services.Values.Select(static changes => changes.ToBatch())];
    }

    /// <summary>Says why a journal can't be recovered.</summary>
    public static LayoutException Refuse(string schema, string reason, Exception? inner = null) =>
        new($"The schema {schema} has a journal with transactions that are not in its tables yet, and {reason}", inner);

    private List<ServiceBatch> Decode(JournalEntry entry)
    {
        try
        {
            return JournalFormat.Read(entry.Bytes.Span);
        }
        catch (InvalidDataException exception)
        {
            throw Refuse(
                schema,
                string.Create(CultureInfo.InvariantCulture, $"the one at {entry.Position} is damaged: restore a backup, or use another database. ")
                + exception.Message,
                exception);
        }
    }
}

using System.Globalization;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>
/// Goes over the entries that are not in the tables: what they do in the end, and whether none of them is missing or damaged. One that the silo gave
/// up, as it was not answered for too long, is left out: all that came later was done without it.
/// </summary>
/// <param name="schema">Where the journal is.</param>
/// <param name="applied">How far the tables are.</param>
internal sealed class JournalReplay(string schema, long applied)
{
    private SortedDictionary<string, ServiceChanges> _services = new(StringComparer.Ordinal);

    // The next one tells whether it was given up.
    private JournalEntry? _last;

    /// <summary>How far the tables are with all that was taken out.</summary>
    public long Applied { get; private set; } = applied;

    /// <summary>Position of the last entry that was added.</summary>
    public long Position { get; private set; } = applied;

    /// <summary>How many were added.</summary>
    public int Count { get; private set; }

    /// <summary>How long all of them are.</summary>
    public long Bytes { get; private set; }

    /// <summary>Takes the next entry, in the order of their positions.</summary>
    /// <exception cref="LayoutException">Another version of the silo has written it, or it is damaged, or one before it is missing.</exception>
    public void Add(JournalEntry entry)
    {
        if (entry.Format is not (JournalFormat.Version or JournalFormat.WithoutPrepared))
        {
            throw Refuse(schema, string.Create(
                CultureInfo.InvariantCulture,
                $"it is of version {entry.Format}, while this silo reads version {JournalFormat.Version}: start the silo that wrote it once "
                + $"and stop it, or use another database"));
        }

        if (entry.Previous > Position)
            throw Refuse(schema, $"the one at {entry.Previous} is missing: restore a backup, or use another database");

        if (_last is { } last && last.Position <= entry.Previous)
            Merge(last);

        (_last, Position, Count, Bytes) = (entry, entry.Position, Count + 1, Bytes + entry.Bytes.Length);
    }

    /// <summary>No more entries come.</summary>
    public void End()
    {
        if (_last is { } last)
            Merge(last);

        _last = null;
    }

    /// <summary>Takes out what the entries do that were added since the last time; of the last one nothing before the end.</summary>
    /// <returns>Null if that is nothing.</returns>
    public List<ServiceBatch>? Take()
    {
        if (_services.Count == 0)
            return null;

        var services = _services;
        _services = new(StringComparer.Ordinal);
        return [.. services.Values.Select(static changes => changes.ToBatch())];
    }

    /// <summary>Says why a journal can't be recovered.</summary>
    public static LayoutException Refuse(string schema, string reason, Exception? inner = null) =>
        new($"The schema {schema} has a journal with transactions that are not in its tables yet, and {reason}", inner);

    private void Merge(JournalEntry entry)
    {
        foreach (var service in Decode(entry))
            ServiceChanges.Of(_services, service.Service).Add(service);

        Applied = entry.Position;
    }

    private List<ServiceBatch> Decode(JournalEntry entry)
    {
        try
        {
            return JournalFormat.Read(entry.Bytes.Span, entry.Format);
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

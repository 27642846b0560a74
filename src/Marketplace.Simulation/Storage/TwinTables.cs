using Marketplace.Grains.Formats;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Simulation.Storage;

/// <summary>The tables of the services in the twin of PostgreSQL, as the statements of a batch find and change them.</summary>
internal sealed class TwinTables
{
    /// <summary>States by their service and grain.</summary>
    public SortedDictionary<(string Service, long Grain), StateRecord> States { get; } = new(Rows.ByServiceAndGrain);

    /// <summary>Numbers of their versions.</summary>
    public SortedDictionary<(string Service, long Grain), long> Numbers { get; } = new(Rows.ByServiceAndGrain);

    /// <summary>Steps of sagas that have no end.</summary>
    public SortedDictionary<(string Service, long Saga, long Grain), (long Number, byte[] Record)> Steps { get; } = new(Rows.ByServiceAndSaga);

    public ArchivedRecords Archive { get; } = new();

    /// <summary>Loads a state; null if there is none.</summary>
    public StoredState? Load(string service, long grain) => States.GetValueOrDefault((service, grain))?.ToState();

    /// <summary>Whether all rows are as a batch must find them.</summary>
    public bool IsExpected(ServiceBatch batch) => batch.States.TrueForAll(row => IsExpected(batch, row));

    /// <summary>Does what a batch does.</summary>
    /// <param name="record">What stands for a finished record.</param>
    public void Change(ServiceBatch batch, Func<byte[], object> record)
    {
        foreach (var row in batch.States)
            Change((batch.Service, row.Grain), row);
        foreach (var (grain, number) in batch.Numbers)
        {
            if (number == 0)
                Numbers.Remove((batch.Service, grain));
            else
                Numbers[(batch.Service, grain)] = number;
        }

        foreach (var ((saga, grain), (number, write)) in batch.Steps)
        {
            if (write is null)
                Steps.Remove((batch.Service, saga, grain));
            else
                Steps[(batch.Service, saga, grain)] = (number, write());
        }

        foreach (var (table, keys, records) in batch.Archives)
        {
            for (var i = 0; i < keys.Count; i++)
                Archive.Add(table, keys[i], record(records[i]));
        }
    }

    private bool IsExpected(ServiceBatch batch, StateRow row)
    {
        var stored = States.GetValueOrDefault((batch.Service, row.Grain));
        return row.Kind == StateRowKind.Made
            ? stored is null
            : stored?.Version == row.Version && (batch.IsMerged || row.Removed.All(item => stored.Items.ContainsKey(item)));
    }

    private void Change((string Service, long Grain) name, StateRow row)
    {
        if (row.Kind == StateRowKind.Cleared)
        {
            States.Remove(name);
            return;
        }

        if (!States.TryGetValue(name, out var stored))
            States.Add(name, stored = new StateRecord());
        (stored.Version, stored.Document) = (row.Next, row.Document);
        if (row.ClearsItems)
            stored.Items.Clear();
        foreach (var (part, id, document) in row.Set)
            stored.Items[(part, id)] = document;
        foreach (var item in row.Removed)
            stored.Items.Remove(item);
    }
}

/// <summary>A state as it is stored.</summary>
internal sealed class StateRecord
{
    public long Version { get; set; }

    public byte[] Document { get; set; } = [];

    public Dictionary<(string Part, long Id), byte[]> Items { get; } = [];

    public StoredState ToState() => new(Version, Document, [.. Items.Select(static item => (item.Key.Part, item.Key.Id, item.Value))]);
}

/// <summary>Orders of rows, the same in each process.</summary>
internal static class Rows
{
    public static readonly IComparer<(string Service, long Grain)> ByServiceAndGrain = Comparer<(string Service, long Grain)>.Create(
        static (a, b) => string.CompareOrdinal(a.Service, b.Service) is var order and not 0 ? order : a.Grain.CompareTo(b.Grain));

    public static readonly IComparer<(string Service, long Saga, long Grain)> ByServiceAndSaga =
        Comparer<(string Service, long Saga, long Grain)>.Create(
            static (a, b) => string.CompareOrdinal(a.Service, b.Service) is var order and not 0
                ? order
                : (a.Saga, a.Grain).CompareTo((b.Saga, b.Grain)));
}

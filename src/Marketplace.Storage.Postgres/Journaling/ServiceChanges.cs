using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>What several batches, one after the other, have done to a service in the end: of each grain the newest state alone.</summary>
internal sealed class ServiceChanges(string service)
{
    private readonly Dictionary<long, GrainChanges> _grains = [];
    private readonly Dictionary<long, long> _numbers = [];
    private readonly Dictionary<long, PreparedRow> _prepared = [];

    // What is only added to, or is small, is kept as it will be written.
    private readonly ServiceBatch _rest = new(service) { IsMerged = true };

    // Keys of records in tables that somebody has looked for by key.
    private readonly Dictionary<string, HashSet<int>> _searched = new(0, StringComparer.Ordinal);

    /// <summary>Finds those of a service among those of several, or begins them.</summary>
    public static ServiceChanges Of(SortedDictionary<string, ServiceChanges> services, string service)
    {
        if (!services.TryGetValue(service, out var changes))
            services.Add(service, changes = new ServiceChanges(service));

        return changes;
    }

    /// <summary>Whether something was done to a grain.</summary>
    public bool Has(long grain) => _grains.ContainsKey(grain) || _prepared.ContainsKey(grain);

    /// <summary>Whether a record of a key was added.</summary>
    public bool HasRecord(string table, int key)
    {
        if (!_searched.TryGetValue(table, out var keys))
            _searched.Add(table, keys = [.. _rest.Archives.Where(archive => archive.Table == table).SelectMany(static archive => archive.Keys)]);

        return keys.Contains(key);
    }

    /// <summary>Takes a batch that came after those before.</summary>
    public void Add(ServiceBatch later)
    {
        foreach (var state in later.States)
        {
            if (!_grains.TryGetValue(state.Grain, out var grain))
                _grains.Add(state.Grain, grain = new GrainChanges(state.Kind, state.Version));

            grain.Add(state);
        }

        // From the row that was there before the first of them to the one after the last.
        foreach (var row in later.Prepared)
            _prepared[row.Grain] = _prepared.TryGetValue(row.Grain, out var earlier) ? row with { Version = earlier.Version } : row;

        foreach (var (grain, number) in later.Numbers)
            _numbers[grain] = number;

        foreach (var ((saga, grain), (number, write)) in later.Steps)
            _rest.Write(saga, grain, number, write);

        foreach (var (table, keys, records) in later.Archives)
        {
            _rest.Append(table, keys, records);
            if (_searched.TryGetValue(table, out var searched))
                searched.UnionWith(keys);
        }

        foreach (var (writer, rows) in later.AllLogged)
        {
            foreach (var row in rows)
                _rest.Log(writer, row);
        }

        _rest.Shown.AddRange(later.Shown);
    }

    /// <summary>Nothing more is added.</summary>
    /// <returns>One batch that does the same.</returns>
    public ServiceBatch ToBatch()
    {
        foreach (var (grain, changes) in _grains)
        {
            if (changes.ToRow(grain) is { } row)
                _rest.Write(row);
        }

        foreach (var row in _prepared.Values)
            _rest.Write(row);

        foreach (var (grain, number) in _numbers)
            _rest.Number(grain, number);

        return _rest;
    }

    /// <summary>What was done to one grain, from the record that was there before the first batch to the one after the last.</summary>
    private sealed class GrainChanges(StateRowKind first, long version)
    {
        // Whether there was a record before, whether there is one now, and whether it was gone in between, and its items with it.
        private readonly bool _was = first != StateRowKind.Made;
        private bool _is = first != StateRowKind.Made;
        private bool _wasCleared;
        private long _version;
        private byte[] _document = [];

        // Null: gone, if it was there.
        private Dictionary<(string Part, long Id), byte[]?>? _items;

        public void Add(StateRow row)
        {
            (_is, _version, _document) = (row.Kind != StateRowKind.Cleared, row.Next, row.Document);
            if (row.Kind == StateRowKind.Cleared)
            {
                _wasCleared = true;
                _items?.Clear();
                return;
            }

            if (row.Set.Length + row.Removed.Length == 0)
                return;

            _items ??= [];
            foreach (var (part, id, document) in row.Set)
                _items[(part, id)] = document;

            foreach (var (part, id) in row.Removed)
                _items[(part, id)] = null;
        }

        /// <returns>Null if nothing was there before and nothing is now.</returns>
        public StateRow? ToRow(long grain)
        {
            var kind = (_was, _is) switch
            {
                (false, false) => (StateRowKind?)null,
                (false, true) => StateRowKind.Made,
                (true, false) => StateRowKind.Cleared,
                (true, true) => _wasCleared ? StateRowKind.Replaced : StateRowKind.Changed,
            };
            return kind is { } found
                ? new StateRow(
                    grain,
                    found,
                    found == StateRowKind.Made ? _version : version,
                    _document,
                    [.. Items(isSet: true).Select(static item => (item.Key.Part, item.Key.Id, item.Value!))],
                    found == StateRowKind.Changed ? [.. Items(isSet: false).Select(static item => item.Key)] : [],
                    State: null)
                {
                    Next = _version,
                }
                : null;
        }

        private IEnumerable<KeyValuePair<(string Part, long Id), byte[]?>> Items(bool isSet) =>
            _items?.Where(item => item.Value is not null == isSet) ?? [];
    }
}

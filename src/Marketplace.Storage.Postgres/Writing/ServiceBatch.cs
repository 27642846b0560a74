using Marketplace.Grains.Dashboards;
using Marketplace.Storage.Postgres.AuditLogging;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>What a batch writes of one service.</summary>
internal sealed class ServiceBatch(string service)
{
    private readonly SortedDictionary<string, (List<int> Keys, List<byte[]> Records)> _archives = new(StringComparer.Ordinal);
    private readonly Dictionary<long, StateRow> _states = [];
    private readonly List<(long Writer, List<LogRow> Rows)> _loggedElsewhere = new(0);
    private readonly SortedDictionary<long, long> _numbers = [];
    private readonly SortedDictionary<(long Saga, long Grain), (long Number, Func<byte[]>? Write)> _steps = [];
    private readonly SortedDictionary<long, PreparedRow> _prepared = [];
    private List<StateRow>? _ordered;

    /// <summary>The service.</summary>
    public string Service => service;

    /// <summary>Whether it is several batches in one: then it may remove what was never stored.</summary>
    public bool IsMerged { get; init; }

    /// <summary>States, in the order of their grains: writers of several silos then never wait for each other in a cycle.</summary>
    public List<StateRow> States => _ordered ??= [.. _states.Values.OrderBy(static state => state.Grain)];

    /// <summary>Numbers of the versions of states, by grain; 0 where there shall be none.</summary>
    public IReadOnlyDictionary<long, long> Numbers => _numbers;

    /// <summary>Finished records by table, in the order in which they came.</summary>
    public IEnumerable<(string Table, List<int> Keys, List<byte[]> Records)> Archives =>
        _archives.Select(archive => (archive.Key, archive.Value.Keys, archive.Value.Records));

    /// <summary>Steps of sagas, with their number and what writes them; null where they end.</summary>
    public IReadOnlyDictionary<(long Saga, long Grain), (long Number, Func<byte[]>? Write)> Steps => _steps;

    /// <summary>What Orleans' transactions store beside states, in the order of the grains.</summary>
    public IReadOnlyCollection<PreparedRow> Prepared => _prepared.Values;

    /// <summary>The grains that it must be the only one to write.</summary>
    public IEnumerable<long> Grains => _states.Keys.Union(_prepared.Keys);

    /// <summary>What it does to dashboards, in its order.</summary>
    public List<DashboardChange> Shown { get; } = [];

    /// <summary>Records for the audit log of the writer whose came first, and its number; null if there are none.</summary>
    public (long Writer, List<LogRow> Rows)? Logged { get; private set; }

    /// <summary>These, and those of the writers of other silos.</summary>
    public IEnumerable<(long Writer, List<LogRow> Rows)> AllLogged => Logged is { } own ? [own, .. _loggedElsewhere] : [];

    /// <summary>Whether there is nothing to write.</summary>
    public bool IsEmpty =>
        _states.Count == 0 && _prepared.Count == 0 && _numbers.Count == 0 && _steps.Count == 0 && _archives.Count == 0 && Shown.Count == 0
        && Logged is null;

    /// <summary>Takes all that is in another one.</summary>
    /// <param name="version">Which version its states get, which have no other; null if they have one.</param>
    /// <exception cref="ArgumentException">A state is in both.</exception>
    public void Add(ServiceBatch other, long? version = null)
    {
        foreach (var state in other.States)
            Write(version is { } next ? state with { Next = next } : state);

        foreach (var row in other.Prepared)
            Write(row);

        foreach (var (grain, number) in other.Numbers)
            Number(grain, number);

        foreach (var ((saga, grain), (number, write)) in other.Steps)
            Write(saga, grain, number, write);

        foreach (var (table, keys, records) in other.Archives)
            Append(table, keys, records);

        Shown.AddRange(other.Shown);
        foreach (var (writer, rows) in other.AllLogged)
        {
            foreach (var row in rows)
                Log(writer, row);
        }
    }

    /// <summary>Finds a state.</summary>
    public StateRow? Find(long grain) => _states.GetValueOrDefault(grain);

    /// <summary>Takes a state.</summary>
    /// <param name="state">The state; one a grain.</param>
    public void Write(StateRow state)
    {
        _states.Add(state.Grain, state);
        _ordered = null;
    }

    /// <summary>Whether it writes a state, or what is beside it.</summary>
    public bool Has(long grain) => _states.ContainsKey(grain) || _prepared.ContainsKey(grain);

    /// <summary>Takes what is beside a state.</summary>
    /// <param name="row">The row; one a grain.</param>
    public void Write(PreparedRow row) => _prepared.Add(row.Grain, row);

    /// <summary>Takes the number of a version.</summary>
    /// <param name="number">The number; 0 for none.</param>
    public void Number(long grain, long number) => _numbers.Add(grain, number);

    /// <summary>Gives a state back.</summary>
    public void Remove(long grain)
    {
        _states.Remove(grain);
        _ordered = null;
        _prepared.Remove(grain);
        _numbers.Remove(grain);
    }

    /// <summary>Takes a step of a saga, or its end, in the place of an earlier one.</summary>
    public void Write(long saga, long grain, long number, Func<byte[]>? write) => _steps[(saga, grain)] = (number, write);

    /// <summary>Takes a record for the audit log.</summary>
    public void Log(long writer, LogRow row)
    {
        Logged ??= (writer, []);
        if (writer == Logged.Value.Writer)
        {
            Logged.Value.Rows.Add(row);
            return;
        }

        var place = _loggedElsewhere.FindIndex(logged => logged.Writer == writer);
        if (place < 0)
            _loggedElsewhere.Add((writer, [row]));
        else
            _loggedElsewhere[place].Rows.Add(row);
    }

    /// <summary>Takes a finished record.</summary>
    public void Append(string table, int key, byte[] record)
    {
        var (keys, records) = Archive(table);
        keys.Add(key);
        records.Add(record);
    }

    /// <summary>Takes finished records.</summary>
    public void Append(string table, List<int> keys, List<byte[]> records)
    {
        var archive = Archive(table);
        archive.Keys.AddRange(keys);
        archive.Records.AddRange(records);
    }

    private (List<int> Keys, List<byte[]> Records) Archive(string table)
    {
        if (!_archives.TryGetValue(table, out var archive))
            _archives.Add(table, archive = ([], []));

        return archive;
    }
}

using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Storage.Postgres.AuditLogging;

namespace Marketplace.Simulation.Storage;

/// <summary>The tables of the audit log in the twin of PostgreSQL.</summary>
/// <param name="isTwice">A bug that is put in on purpose: what comes twice is there twice.</param>
internal sealed class TwinLogRows(bool isTwice)
{
    private readonly SortedDictionary<string, SortedDictionary<(long Writer, long Number), LogRecord>> _services = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> _writers = new(StringComparer.Ordinal);

    /// <summary>Gives each service a number that no other silo has.</summary>
    public Dictionary<string, long> Number(ImmutableArray<string> services)
    {
        var numbers = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var service in services)
            numbers.Add(service, _writers[service] = _writers.GetValueOrDefault(service) + 1);
        return numbers;
    }

    /// <summary>Adds records that are not there yet.</summary>
    public void Add(string service, long writer, List<LogRow> rows)
    {
        if (!_services.TryGetValue(service, out var table))
            _services.Add(service, table = []);
        foreach (var row in rows)
        {
            if (!table.TryAdd((writer, row.Number), row.Record) && isTwice)
                table[(writer, -row.Number)] = row.Record;
        }
    }

    /// <summary>Reads records in the order of writers and numbers.</summary>
    /// <param name="after">The one before the first.</param>
    /// <param name="filter">Whose: the others are null.</param>
    public List<(long Writer, long Number, LogRecord? Record)> Read(string service, (long Writer, long Number) after, int most, KeyFilter filter) =>
        !_services.TryGetValue(service, out var table) ? [] :
        [
            .. table.SkipWhile(row => row.Key.CompareTo(after) <= 0).Take(most)
                .Select(row => (row.Key.Writer, row.Key.Number, filter.Takes(row.Value.CustomerId) ? row.Value : null)),
        ];

    public void Clear() => _services.Clear();
}

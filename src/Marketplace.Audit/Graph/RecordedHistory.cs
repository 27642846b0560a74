using System.Collections.Immutable;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Spilling;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Graph;

/// <summary>
/// What a silo recorded: of each transaction some ten bytes in memory, its accesses sorted on disk. A transaction is an attempt whose effects
/// remain, or may remain.
/// </summary>
internal sealed class RecordedHistory(AuditHistory history) : IDisposable
{
    private readonly SpillSorter<AccessRow> _rows = new(AccessRow.Compare, 64 << 20);
    private readonly List<long> _numbers = [];
    private readonly List<byte> _kinds = [];
    private readonly List<bool> _isUnknown = [];
    private readonly List<string> _kindNames = [];
    private Touched _current;
    private readonly HashSet<long> _stockOfOne = [];
    private readonly Dictionary<(long Number, bool IsOfCart), Touched> _touched = [];

    /// <summary>Transactions.</summary>
    public int Count => _numbers.Count;

    public long Accesses => _rows.Count;

    /// <summary>For each time at which the silo started again, how many transactions were recorded before; in ascending order.</summary>
    public List<int> Restarts { get; } = [];

    /// <summary>Attempts that were rolled back: they left nothing.</summary>
    public long RolledBack { get; private set; }

    /// <summary>Transactions whose outcome the silo does not know.</summary>
    public long Unknown { get; private set; }

    /// <summary>True if transactions committed whose accesses are not recorded.</summary>
    public bool IsWithoutAccesses { get; private set; }

    /// <summary>Accesses that name no version of an object, the first ten.</summary>
    public List<string> Malformed { get; } = [];

    /// <summary>Reads of a version whose content was not what it was when that version was made.</summary>
    public long Changed { get; private set; }

    /// <summary>The first ten of them.</summary>
    public List<string> ChangedReads { get; } = [];

    /// <summary>Reads the export.</summary>
    public async Task Load(IFactSource facts, CancellationToken cancellationToken)
    {
        await foreach (var record in facts.Read(Export.History, Partition.All, cancellationToken))
        {
            if (record.Kind == TransactionExport.Start)
                Restarts.Add(_numbers.Count);
            else if (record is { Reads: { } reads, Writes: { } writes })
                Add(record, reads, writes);
            else if (record.Outcome == AttemptOutcome.Aborted)
                RolledBack++;
            else
                IsWithoutAccesses = true;
        }
    }

    /// <summary>The accesses, by object and version.</summary>
    public IEnumerable<AccessRow> Sorted() => _rows.Sorted();

    /// <summary>Number of a transaction's tid; 0 if it is not of this run.</summary>
    public long NumberOf(int transaction) => _numbers[transaction];

    /// <summary>Whether the silo does not know how a transaction ended.</summary>
    public bool IsUnknown(int transaction) => _isUnknown[transaction];

    /// <summary>Whether a transaction works on a cart alone: with the tid of an update, it brings that update to the cart.</summary>
    public bool IsOfCart(int transaction) => _kindNames[_kinds[transaction]] == "cart";

    /// <summary>In which start of the silo a transaction was recorded, from 0.</summary>
    public int StartOf(int transaction) => Restarts.Count(restart => restart <= transaction);

    /// <summary>Whether anything is recorded of a transaction.</summary>
    public bool Knows(long number) => _touched.ContainsKey((number, false)) || _touched.ContainsKey((number, true));

    /// <summary>What was touched on behalf of a tid.</summary>
    /// <param name="isOfCart">By transactions on a cart alone, or by all others.</param>
    public Touched TouchedBy(long number, bool isOfCart) => _touched.GetValueOrDefault((number, isOfCart));

    /// <summary>A transaction for people.</summary>
    public string NameOf(int transaction) => _numbers[transaction] == 0
        ? $"{_kindNames[_kinds[transaction]]} (record {transaction + 1})"
        : $"{_kindNames[_kinds[transaction]]} {RunNames.Tid(history.Run, _numbers[transaction])}";

    public void Dispose() => _rows.Dispose();

    private void Add(TransactionExport record, ImmutableArray<string> reads, ImmutableArray<string> writes)
    {
        var transaction = _numbers.Count;
        _numbers.Add(history.NumberOf(record.Tid));
        _kinds.Add(KindOf(record.Kind));
        _isUnknown.Add(record.Outcome == AttemptOutcome.Unknown);
        Unknown += record.Outcome == AttemptOutcome.Unknown ? 1 : 0;
        _stockOfOne.Clear();
        _current = default;
        foreach (var name in reads)
            Add(record, transaction, name, isWrite: false);
        foreach (var name in writes)
            Add(record, transaction, name, isWrite: true);
        foreach (var name in record.Changed ?? [])
            AddChanged(transaction, name);
        if (_numbers[transaction] is not (> 0 and var number) || record.Outcome == AttemptOutcome.Aborted)
            return;
        var key = (number, IsOfCart(transaction));
        _touched[key] = _touched.GetValueOrDefault(key).And(_current);
    }

    private void Add(TransactionExport record, int transaction, string name, bool isWrite)
    {
        if (ObjectName.TryParse(name, out var service, out var key, out var version))
        {
            // A checkout writes to a stock item for one event (reserve), and again for a later one (confirm or cancel).
            var isLater = isWrite && service == ObjectName.Stock && !_stockOfOne.Add(key);
            _rows.Add(new AccessRow(key, version, transaction, service, isLater ? (byte)1 : (byte)0, isWrite));
            _current = _current.And(service, key, isWrite);
        }
        else if (Malformed.Count < 10)
        {
            Malformed.Add($"{record.Kind} {record.Tid} names \"{name}\", which is no version of an object");
        }
    }

    private void AddChanged(int transaction, string name)
    {
        Changed++;
        if (ChangedReads.Count < 10)
            ChangedReads.Add($"{NameOf(transaction)} read {name} with another content than it was made with");
    }

    private byte KindOf(string kind)
    {
        var index = _kindNames.IndexOf(kind);
        if (index < 0)
        {
            // A silo knows eight; what is beyond any sense is one kind.
            index = Math.Min(_kindNames.Count, byte.MaxValue);
            if (index == _kindNames.Count)
                _kindNames.Add(kind);
        }

        return (byte)index;
    }
}

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

    // In a cluster: the transactions by the ids of their attempts, and what is not known of them before all silos' records are read.
    private readonly Dictionary<string, int> _ofId = [];
    private readonly Dictionary<int, Touched> _touchedByParts = [];
    private readonly HashSet<int> _rolledBack = [];

    /// <summary>Transactions.</summary>
    public int Count => _numbers.Count;

    public long Accesses => _rows.Count;

    /// <summary>Whether several silos may have recorded parts of one transaction.</summary>
    public bool IsOfCluster => _ofId.Count > 0;

    /// <summary>How many starts have ended: what they recorded comes before what others did.</summary>
    public int EndedStarts { get; private set; }

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
                EndedStarts++;
            else if (record.Id is { } id)
                AddToOne(record, id);
            else if (record is { Reads: { } reads, Writes: { } writes })
                Add(record, reads, writes);
            else if (record.Outcome == AttemptOutcome.Aborted)
                RolledBack++;
            else
                IsWithoutAccesses = true;
        }

        foreach (var (transaction, touched) in _touchedByParts)
        {
            if (!_rolledBack.Contains(transaction))
                Touch(transaction, touched);
        }

        Unknown = _isUnknown.LongCount(static isUnknown => isUnknown);
        _touchedByParts.Clear();
    }

    /// <summary>The accesses, by object and version.</summary>
    public IEnumerable<AccessRow> Sorted() => IsOfCluster ? SortedOfParts() : _rows.Sorted();

    /// <summary>Number of a transaction's tid; 0 if it is not of this run.</summary>
    public long NumberOf(int transaction) => _numbers[transaction];

    /// <summary>Whether the silo does not know how a transaction ended.</summary>
    public bool IsUnknown(int transaction) => _isUnknown[transaction];

    /// <summary>Whether an attempt turned out to be rolled back, of which other silos have recorded parts.</summary>
    public bool IsRolledBack(int transaction) => _rolledBack.Contains(transaction);

    /// <summary>Whether a transaction works on a cart alone: with the tid of an update, it brings that update to the cart.</summary>
    public bool IsOfCart(int transaction) => _kindNames[_kinds[transaction]] == "cart";

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
        var transaction = Begin(record);
        AddAccesses(record, transaction, reads, writes);
        if (record.Outcome != AttemptOutcome.Aborted)
            Touch(transaction, _current);
    }

    // Records of several silos, in any order. How the attempt ended, only that of its own silo knows.
    private void AddToOne(TransactionExport record, string id)
    {
        if (record is { IsPart: false, Reads: null, Outcome: not AttemptOutcome.Aborted })
        {
            IsWithoutAccesses = true;
            return;
        }

        if (!_ofId.TryGetValue(id, out var transaction))
        {
            transaction = Begin(record);
            _ofId.Add(id, transaction);
        }

        if (!record.IsPart)
        {
            _isUnknown[transaction] = record.Outcome == AttemptOutcome.Unknown;
            if (record.Reads is null)
            {
                RolledBack++;
                _rolledBack.Add(transaction);
            }
        }

        AddAccesses(record, transaction, record.Reads ?? [], record.Writes ?? []);
        if (record.Outcome != AttemptOutcome.Aborted)
            _touchedByParts[transaction] = _touchedByParts.GetValueOrDefault(transaction).And(_current);
    }

    private int Begin(TransactionExport record)
    {
        _numbers.Add(history.NumberOf(record.Tid));
        _kinds.Add(KindOf(record.Kind));
        _isUnknown.Add(record.Outcome == AttemptOutcome.Unknown);
        return _numbers.Count - 1;
    }

    private void AddAccesses(TransactionExport record, int transaction, ImmutableArray<string> reads, ImmutableArray<string> writes)
    {
        _stockOfOne.Clear();
        _current = default;
        foreach (var name in reads)
            Add(record, transaction, name, isWrite: false);
        foreach (var name in writes)
            Add(record, transaction, name, isWrite: true);
        foreach (var name in record.Changed ?? [])
            AddChanged(transaction, name);
    }

    private void Touch(int transaction, in Touched touched)
    {
        if (_numbers[transaction] is not (> 0 and var number))
            return;
        var key = (number, IsOfCart(transaction));
        _touched[key] = _touched.GetValueOrDefault(key).And(touched);
    }

    // What was rolled back left nothing; what was recorded before its end is recorded again at the end; and which of its events a transaction
    // wrote to a stock item for, only all its records tell.
    private IEnumerable<AccessRow> SortedOfParts()
    {
        var (item, last, writers) = (default(AccessRow), default(AccessRow), new HashSet<int>());
        foreach (var row in _rows.Sorted())
        {
            var isAgain = row.IsWrite && AccessRow.Compare(row, last) == 0;
            last = row;
            if (isAgain || _rolledBack.Contains(row.Transaction))
                continue;
            if (row.Service != ObjectName.Stock || !row.IsWrite)
            {
                yield return row;
                continue;
            }

            if (!row.IsOfObject(item))
            {
                item = row;
                writers.Clear();
            }

            yield return row with { Unit = writers.Add(row.Transaction) ? (byte)0 : (byte)1 };
        }
    }

    private void Add(TransactionExport record, int transaction, string name, bool isWrite)
    {
        if (ObjectName.TryParse(name, out var service, out var key, out var version))
        {
            // A checkout writes to a stock item for one event (reserve), and again for a later one (confirm or cancel).
            var isLater = isWrite && service == ObjectName.Stock && !_stockOfOne.Add(key);
            _rows.Add(new AccessRow(key, version, transaction, service, isLater ? (byte)1 : (byte)0, isWrite, Start));
            _current = _current.And(service, key, isWrite);
        }
        else if (Malformed.Count < 10)
        {
            Malformed.Add($"{record.Kind} {record.Tid} names \"{name}\", which is no version of an object");
        }
    }

    // Of those beyond any sense the last ones are one.
    private byte Start => (byte)Math.Min(EndedStarts, byte.MaxValue);

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

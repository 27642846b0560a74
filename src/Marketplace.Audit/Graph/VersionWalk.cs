namespace Marketplace.Audit.Graph;

/// <summary>
/// Walks the accesses in the order of objects and versions, and tells which transaction comes before which. Linear in the accesses; it
/// holds those to two versions at a time.
/// </summary>
/// <param name="rows">The accesses, sorted.</param>
/// <param name="counts">Whether a transaction took effect, or may have.</param>
/// <param name="isUnknown">Whether it is not known that it did: then it has made no version that another one made for certain.</param>
internal sealed class VersionWalk(IEnumerable<AccessRow> rows, Func<int, bool> counts, Func<int, bool> isUnknown)
{
    private Group _last = new();
    private Group _current = new();

    // The starts that found the object in a version before the one at which the walk is.
    private readonly SortedSet<byte> _found = [];

    /// <summary>Whether starts come one after the other: then a later one finds what an earlier one has stored.</summary>
    public bool AreInTurn { get; init; }

    /// <summary>Told of each edge: from, to, why, and the version that the first made or read.</summary>
    public Action<AccessRow, AccessRow, EdgeKind>? Edge { get; init; }

    /// <summary>Told of versions that nobody is recorded to have made: the first, the last, and who made or read the last or the one after.</summary>
    public Action<long, long, AccessRow>? Missing { get; init; }

    /// <summary>Told of each version that is recorded: who made it. Before what is missing between it and the one before.</summary>
    public Action<AccessRow>? Made { get; init; }

    /// <summary>Told of a version that two transactions made.</summary>
    public Action<AccessRow, AccessRow>? Twice { get; init; }

    /// <summary>Told of a version that is lost: a later start found the object in an earlier one. And of that start, the first one.</summary>
    public Action<AccessRow, byte>? Lost { get; init; }

    /// <summary>
    /// Told of versions that another transaction read or built on, and of who did. Not of one before a version that is missing: who made that may
    /// have made both.
    /// </summary>
    public Action<AccessRow, AccessRow>? Seen { get; init; }

    /// <summary>Objects that were read or written.</summary>
    public long Objects { get; private set; }

    public void Run(CancellationToken cancellationToken)
    {
        foreach (var row in rows)
        {
            if (!_current.IsEmpty && !_current.Takes(row))
            {
                cancellationToken.ThrowIfCancellationRequested();
                EndVersion();
            }

            Add(row);
        }

        if (!_current.IsEmpty)
            EndVersion();
    }

    private void Add(in AccessRow row)
    {
        if (_current.IsEmpty)
            Find(row);
        _current.At = row;
        _current.IsEmpty = false;
        if (!_current.Starts.Contains(row.Start))
            _current.Starts.Add(row.Start);
        if (!counts(row.Transaction))
            return;

        // Whoever made the version that there is later, with the same number, was another one.
        if (AreInTurn && row.IsWrite && row.Start < _found.Max)
        {
            var start = row.Start;
            Lost?.Invoke(row, _found.First(found => found > start));
            if (isUnknown(row.Transaction))
            {
                _current.LostWriter = row;
                return;
            }
        }

        // Of two whose outcome is not known the later one: had the earlier one taken effect, the next version would have been made.
        if (!row.IsWrite)
            _current.Readers.Add(row);
        else if (_current.Writer is not { } other || isUnknown(other.Transaction))
            _current.Writer = row;
        else if (!isUnknown(row.Transaction))
            Twice?.Invoke(other, row);
    }

    // What starts found the object in the version before the one that begins.
    private void Find(in AccessRow next)
    {
        if (_last.IsEmpty || !_last.At.IsOfObject(next))
        {
            _found.Clear();
            return;
        }

        foreach (var start in _last.Starts)
            _found.Add(start);
    }

    private void EndVersion()
    {
        var version = _current.At.Version;
        var isNext = !_last.IsEmpty && _last.At.IsOfObject(_current.At);
        Objects += isNext ? 0 : 1;
        var before = isNext ? _last.At.Version : 0;
        if (_current.Writer is { } maker)
            Made?.Invoke(maker);
        var missingTo = _current.Writer is null ? version : version - 1;
        if (missingTo > before && (_current.Writer is not null || _current.Readers.Count > 0))
            Missing?.Invoke(before + 1, missingTo, _current.Writer ?? _current.Readers[0]);
        if (isNext && _current.Writer is { } writer)
        {
            if (_last.Writer is { } last)
                Tell(last, writer, EdgeKind.WriteWrite);
            foreach (var reader in _last.Readers)
                Tell(reader, writer, EdgeKind.ReadWrite);
        }

        // Who read it before the start that made it again has read what was lost.
        var (made, lost) = (_current.Writer, _current.LostWriter);
        foreach (var reader in _current.Readers)
        {
            if ((made is null || reader.Start < made.Value.Start ? lost ?? made : made) is { } by)
                Tell(by, reader, EdgeKind.WriteRead);
        }

        (_last, _current) = (_current, _last);
        _current.Clear();
    }

    private void Tell(in AccessRow from, in AccessRow to, EdgeKind kind)
    {
        if (kind != EdgeKind.ReadWrite && from.Transaction != to.Transaction && to.Version <= from.Version + 1)
            Seen?.Invoke(from, to);
        Edge?.Invoke(from, to, kind);
    }

    // All accesses to one version.
    private sealed class Group
    {
        public AccessRow At { get; set; }
        public bool IsEmpty { get; set; } = true;
        public AccessRow? Writer { get; set; }

        /// <summary>The starts that read or made it.</summary>
        public List<byte> Starts { get; } = [];

        /// <summary>The last one whose outcome is not known, and whose version a later start did not find.</summary>
        public AccessRow? LostWriter { get; set; }

        public List<AccessRow> Readers { get; } = [];

        public bool Takes(in AccessRow row) => row.Version == At.Version && row.IsOfObject(At);

        public void Clear()
        {
            IsEmpty = true;
            Writer = null;
            LostWriter = null;
            Starts.Clear();
            Readers.Clear();
        }
    }
}

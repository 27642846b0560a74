namespace Marketplace.Audit.Graph;

/// <summary>
/// In a cluster where a transaction is stored whole: which of those took effect whose outcome nobody could record any more. What one that is known
/// has read or built on was made; and a version has one maker, so one that would have made what another one made has not taken effect.
/// </summary>
internal sealed class ClusterOutcomes(RecordedHistory recorded)
{
    private readonly bool[] _tookEffect = new bool[recorded.Count];
    private readonly bool[] _didNot = new bool[recorded.Count];
    private readonly List<DoubtfulVersion> _versions = [];
    private readonly Dictionary<int, List<DoubtfulVersion>> _madeBy = [];
    private readonly Dictionary<int, List<DoubtfulVersion>> _seenBy = [];

    // What is found and not yet followed.
    private readonly Stack<int> _taken = [];
    private readonly Stack<DoubtfulVersion> _toLookAt = [];

    // The version at which the reading is.
    private readonly List<int> _makers = [];
    private readonly List<int> _readers = [];
    private AccessRow _at;
    private DoubtfulVersion? _before;

    /// <summary>Looks for them; linear in the accesses.</summary>
    /// <returns>Whether a transaction of unknown outcome took effect, by its number.</returns>
    public bool[] Find(CancellationToken cancellationToken)
    {
        foreach (var row in recorded.Sorted())
        {
            if (row.Version != _at.Version || !row.IsOfObject(_at))
            {
                cancellationToken.ThrowIfCancellationRequested();
                EndVersion();
                if (!row.IsOfObject(_at) || row.Version != _at.Version + 1)
                    _before = null;
                _at = row;
            }

            if (!row.IsWrite)
                _readers.Add(row.Transaction);
            else if (!_makers.Contains(row.Transaction))
                _makers.Add(row.Transaction);
        }

        EndVersion();
        Follow();

        // Of those between which nothing decides, the last one.
        foreach (var version in _versions)
        {
            if (!version.IsSeen || version.Makers.Exists(maker => _tookEffect[maker]))
                continue;
            if (version.Makers.FindLastIndex(maker => !_didNot[maker]) is var last and >= 0)
                TakeEffect(version.Makers[last]);
            Follow();
        }

        return _tookEffect;
    }

    private void EndVersion()
    {
        if (_before is { } before)
        {
            foreach (var maker in _makers)
                See(before, maker);
        }

        _before = _makers.Count > 0 && _makers.TrueForAll(recorded.IsUnknown) ? Doubt() : null;
        if (_before is null)
            _makers.FindAll(recorded.IsUnknown).ForEach(DoNotTakeEffect);
        _makers.Clear();
        _readers.Clear();
    }

    private DoubtfulVersion Doubt()
    {
        var version = new DoubtfulVersion([.. _makers]);
        _versions.Add(version);
        foreach (var maker in _makers)
            Add(_madeBy, maker, version);
        foreach (var reader in _readers)
            See(version, reader);
        return version;
    }

    private void See(DoubtfulVersion version, int by)
    {
        if (version.Makers.Contains(by))
            return;
        if (recorded.IsUnknown(by))
            Add(_seenBy, by, version);
        else
            See(version);
    }

    private void See(DoubtfulVersion version)
    {
        if (!version.IsSeen)
            _toLookAt.Push(version);
        version.IsSeen = true;
    }

    private void Follow()
    {
        while (true)
        {
            if (_taken.TryPop(out var taken))
            {
                foreach (var other in _madeBy[taken].SelectMany(static version => version.Makers))
                    DoNotTakeEffect(other);
                (_seenBy.GetValueOrDefault(taken) ?? []).ForEach(See);
            }
            else if (!_toLookAt.TryPop(out var version))
            {
                return;
            }
            else if (version.IsSeen && version.Makers.FindAll(maker => !_didNot[maker]) is [var only])
            {
                TakeEffect(only);
            }
        }
    }

    private void TakeEffect(int transaction)
    {
        if (!_tookEffect[transaction])
            _taken.Push(transaction);
        _tookEffect[transaction] = true;
    }

    private void DoNotTakeEffect(int transaction)
    {
        if (_didNot[transaction] || _tookEffect[transaction])
            return;
        _didNot[transaction] = true;
        foreach (var version in _madeBy.GetValueOrDefault(transaction) ?? [])
            _toLookAt.Push(version);
    }

    private static void Add(Dictionary<int, List<DoubtfulVersion>> versions, int transaction, DoubtfulVersion version)
    {
        if (versions.TryGetValue(transaction, out var others))
            others.Add(version);
        else
            versions.Add(transaction, [version]);
    }

    /// <summary>A version of an object that only transactions of unknown outcome can have made.</summary>
    /// <param name="makers">Those of which one has, if the version is seen.</param>
    private sealed class DoubtfulVersion(List<int> makers)
    {
        public List<int> Makers => makers;

        /// <summary>Whether one that took effect has read it or built on it.</summary>
        public bool IsSeen { get; set; }
    }
}

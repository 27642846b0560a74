namespace Marketplace.Audit.Graph;

/// <summary>
/// What a silo that is killed can't record: versions that are stored already, and whose transaction nobody was told the outcome of. They are the last
/// ones that its start made of their objects, but for what others recorded in the same moment: as many as there were such transactions, at most.
/// </summary>
/// <param name="missing">Told of versions that this does not explain: the first, the last, and who made or read the last or the one after.</param>
internal sealed class KilledStarts(RecordedHistory recorded, AuditHistory history, Action<long, long, AccessRow> missing)
{
    // What the silo itself was at, on nobody's behalf: sweeps, deliveries of events, updates of replicas.
    private const int OwnMost = 16;

    private readonly long _most = recorded.EndedStarts == 0 ? 0 : OwnMost + history.Read().LongCount(
        static operation => operation.Outcome is OutcomeClass.TimedOut or OutcomeClass.TransportError);

    // Of the object at which the walk is: the last version of each start, and what is missing.
    private readonly long[] _last = new long[recorded.EndedStarts + 1];
    private readonly List<(long First, long Last, AccessRow At)> _gaps = [];
    private AccessRow _object;

    /// <summary>Versions that are explained so.</summary>
    public long Explained { get; private set; }

    /// <summary>A version was made.</summary>
    public void Make(in AccessRow made)
    {
        if (recorded.EndedStarts == 0)
            return;
        Begin(made);
        ref var last = ref _last[made.Start];
        last = Math.Max(last, made.Version);
    }

    /// <summary>Versions are not recorded.</summary>
    /// <param name="at">Who made or read the last or the one after.</param>
    public void Miss(long first, long last, in AccessRow at)
    {
        if (recorded.EndedStarts == 0)
        {
            missing(first, last, at);
            return;
        }

        Begin(at);
        _gaps.Add((first, last, at));
    }

    /// <summary>Versions are stored that follow the last one that is recorded. Its makers were told before.</summary>
    /// <param name="madeIn">The start that recorded the one before; 0 if nobody did.</param>
    /// <param name="stored">The last of them.</param>
    public bool ExplainsAtEnd(long first, int madeIn, in AccessRow stored)
    {
        if (recorded.EndedStarts == 0 || stored.Version - first >= _most)
            return false;
        Begin(stored);

        // One that ended in a cluster may have had the object after one that still lives.
        if (recorded.IsOfCluster ? !IsExplained(first, stored.Version) : madeIn >= recorded.EndedStarts)
            return false;
        Explained += stored.Version - first + 1;
        return true;
    }

    /// <summary>The walk is over.</summary>
    public void End()
    {
        foreach (var (first, last, at) in _gaps)
        {
            if (IsExplained(first, last))
                Explained += last - first + 1;
            else
                missing(first, last, at);
        }

        _gaps.Clear();
        Array.Clear(_last);
    }

    private void Begin(in AccessRow row)
    {
        if (row.IsOfObject(_object))
            return;
        End();
        _object = row;
    }

    private bool IsExplained(long first, long last)
    {
        var made = 0L;
        for (var start = 0; start < _last.Length - 1; start++)
        {
            made = Math.Max(made, _last[start]);
            if (IsNear(made, first, last))
                return true;

            // Silos of a cluster live beside each other: one that began later may have ended earlier, and what the others made of the object until
            // then stands between what one recorded and what it could not.
            if (recorded.IsOfCluster && _last[start] > 0 && first >= _last[start] - _most && MissingFrom(_last[start] - _most, last) <= _most)
                return true;
        }

        return false;
    }

    private long MissingFrom(long first, long last) =>
        _gaps.Where(gap => gap.First >= first && gap.Last <= last).Sum(static gap => gap.Last - gap.First + 1);

    private bool IsNear(long made, long first, long last) => first >= made - _most && last <= made + _most;
}

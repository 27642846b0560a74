using Marketplace.Protocols.Recording;

namespace Marketplace.Protocol.Conformance.Checks;

/// <summary>Keeps what is recorded in memory, and compares it with what the grains remember.</summary>
internal sealed class RecordedHistory : IHistory
{
    private readonly Lock _lock = new();
    private readonly List<AttemptLog> _attempts = [];

    /// <summary>All attempts, in the order in which they ended.</summary>
    public IReadOnlyList<AttemptLog> All => _attempts;

    public void Add(AttemptLog attempt)
    {
        lock (_lock)
        {
            _attempts.Add(attempt);
        }
    }

    /// <summary>The attempts of a transaction.</summary>
    public IEnumerable<AttemptLog> Of(string tid) => _attempts.Where(attempt => attempt.Tid == tid);

    /// <summary>
    /// Each version has one recorded writer, the one that the grain remembers; and what was seen is what is recorded. What is recorded of an
    /// attempt whose outcome is not known may have been lost with its grain, and the version is then another's.
    /// </summary>
    public IEnumerable<string> DifferencesTo(RunRecord run)
    {
        var writes = _attempts.SelectMany(attempt => attempt.Read().ToArray(), (attempt, access) => (attempt, access))
            .Where(write => write.access.IsWrite && IsThere(run, write.attempt, write.access))
            .ToLookup(write => (Grain: (int)write.access.Key, Version: (int)write.access.Version), write => write.attempt.Tid);
        foreach (var (grain, ledger) in run.Ledgers)
        {
            for (var version = 1; version <= ledger.Writers.Length; version++)
            {
                if (!writes[(grain, version)].SequenceEqual([ledger.Writers[version - 1]]))
                {
                    yield return $"version {version} of grain {grain} is by {EndsOf(ledger.Writers[version - 1])}, and recorded are "
                        + $"[{string.Join(", ", writes[(grain, version)].Select(EndsOf))}]";
                }
            }
        }

        foreach (var write in writes.Where(write => write.Key.Version > run.Ledgers[write.Key.Grain].Writers.Length))
            yield return $"recorded is version {write.Key.Version} of grain {write.Key.Grain}, which is not there";

        foreach (var (tid, seen) in run.Committed)
        {
            var recorded = Of(tid).Single(attempt => attempt.End == AttemptEnd.Committed).Read().ToArray();
            if (!recorded.Select(access => ((int)access.Key, (int)access.Version, access.IsWrite)).Order()
                .SequenceEqual(seen.Items.Select(item => (item.Grain, item.Version, item.IsWrite)).Order()))
            {
                yield return $"{tid} saw other versions than are recorded";
            }
        }
    }

    private string EndsOf(string tid) =>
        $"{tid} ({string.Join(", then ", Of(tid).Select(static attempt => $"{attempt.End} {attempt.Cause}".TrimEnd()))})";

    private static bool IsThere(RunRecord run, AttemptLog attempt, RecordedAccess access) =>
        attempt.End != AttemptEnd.Unknown
        || run.Ledgers[(int)access.Key].Writers.ElementAtOrDefault((int)access.Version - 1) == attempt.Tid;
}

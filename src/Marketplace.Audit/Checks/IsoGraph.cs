using System.Globalization;
using Marketplace.Audit.Graph;

namespace Marketplace.Audit.Checks;

/// <summary>iso.graph: the transactions of the run are serializable, by the versions that each read and made.</summary>
/// <param name="isStrictAsked">Whether the settings promise that it is strictly so.</param>
internal sealed class IsoGraph(bool isStrictAsked) : Check
{
    private const string Strict = "strictly serializable";
    private const string Serializable = "serializable";

    private string? _note;
    private bool _isStrict;

    // Violations of the order of real time alone.
    private long _againstTime;

    public override string Id => "iso.graph";
    public override string Criterion => "Isolation";
    public override CheckScope Scope => CheckScope.Isolation;

    public override string Statement =>
        "Everything that was acknowledged is recorded, with the accesses that it needs. Every version of every object was made by one "
        + "transaction, without gaps, and was read as it was made; the last one is stored. The graph of all transactions (ww, wr, rw) "
        + "has no cycle: the run is serializable. With the order of real time it has no cycle either: the run is strictly serializable, "
        + "which a protocol claims too.";

    public override string Level => Findings.Violations > _againstTime ? Violated : _isStrict ? Strict : Serializable;
    public override string? Note => _note;

    /// <summary>Whether the target shows in which version each object is stored.</summary>
    public bool ShowsStored { get; set; }

    /// <summary>Edges between different transactions by their kinds, and objects.</summary>
    public (long WriteWrite, long WriteRead, long ReadWrite, long Objects) Edges { get; set; }

    /// <summary>How often the silo started again, and the versions that are stored of which a killed one could not record who made them.</summary>
    public (int Count, long Unrecorded) Restarts { get; set; }

    /// <summary>Versions that none of the recorded transactions can have made: the first of them in words; null if there are none.</summary>
    public string? Hole { get; private set; }

    /// <summary>Versions that nobody is recorded to have made.</summary>
    /// <param name="at">Who read the last, or made the next.</param>
    public void Missing(long first, long last, AccessRow at, RecordedHistory recorded)
    {
        var witness = Unmade(first, last, at, $"{recorded.NameOf(at.Transaction)} {(at.IsWrite ? "made" : "read")} @{at.Version}");
        Findings.Violate(last - first + 1, [witness]);

        // What was rolled back is recorded without its accesses: it may have made them, and then it is the protocol that is wrong.
        if (recorded.RolledBack == 0)
            Hole ??= $"the recorded history has a hole: {witness}";
    }

    /// <summary>Versions after the last one that is recorded, which nobody built on.</summary>
    public void MissingAtEnd(long first, AccessRow at, RecordedHistory recorded)
    {
        var witness = Unmade(first, at.Version, at, $"it is stored as @{at.Version}");
        if (recorded.RolledBack > 0)
            Findings.Violate(at.Version - first + 1, [witness]);
        else
            Hole ??= $"the recorded history has a hole: {witness}";
    }

    /// <summary>The graph is built.</summary>
    /// <param name="withTime">Its components with the order of real time.</param>
    /// <param name="time">The order of real time.</param>
    public void Conclude(Components components, Components withTime, RecordedHistory recorded, RealTime time, Witnesses witnesses)
    {
        Findings.Violate(components.Cyclic.Sum(static cycle => (long)cycle.Count), witnesses.Of(components));
        _isStrict = withTime.Cyclic.Count == 0;
        var (ww, wr, rw, objects) = Edges;
        _note = string.Create(CultureInfo.InvariantCulture, $"Examined are transactions, with {recorded.Accesses} accesses to {objects} objects and "
            + $"{ww + wr + rw} edges ({ww} ww, {wr} wr, {rw} rw); the times of {time.Known} are known.");
        if (recorded.RolledBack > 0)
            _note += $" {recorded.RolledBack} attempts were rolled back.";
        if (recorded.Unknown > 0)
            _note += $" Of {recorded.Unknown} the silo does not know the outcome: they count if another transaction saw what they made.";
        if (Restarts.Count > 0)
        {
            var ended = recorded.IsOfCluster ? $"Silos ended {Restarts.Count} times" : $"The silo started {Restarts.Count + 1} times";
            _note += $" {ended}; of {Restarts.Unrecorded} versions it could not record any more who made them.";
        }
        if (components.Cyclic.Count == 0 && !_isStrict)
            ConcludeAgainstTime(withTime, recorded, witnesses);
        if (!ShowsStored)
            _note += " In which version each object is stored is not shown.";
    }

    private static string Unmade(long first, long last, AccessRow at, string seen)
    {
        var versions = first == last ? $"@{first}" : $"@{first} to @{last}";
        return $"{ObjectName.Of(at.Service, at.Key)}{versions}: no transaction is known that made this and took effect; {seen}";
    }

    private void ConcludeAgainstTime(Components withTime, RecordedHistory recorded, Witnesses witnesses)
    {
        if (isStrictAsked)
        {
            // Moments are no transactions.
            _againstTime = withTime.Cyclic.Sum(cycle => (long)cycle.Count(node => node < recorded.Count));
            Findings.Violate(_againstTime, witnesses.Of(withTime));
        }
        else
        {
            _note += $" Not strictly serializable: {string.Join("; ", witnesses.Of(withTime).Take(1))}.";
        }
    }
}

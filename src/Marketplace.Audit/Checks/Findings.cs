using System.Collections.Immutable;

namespace Marketplace.Audit.Checks;

/// <summary>What a check has found so far.</summary>
internal sealed class Findings
{
    private const int WitnessesMax = 10;

    private readonly List<string> _witnesses = [];

    /// <summary>Facts examined.</summary>
    public long Examined { get; private set; }

    /// <summary>Violations found.</summary>
    public long Violations { get; private set; }

    /// <summary>The first violations.</summary>
    public ImmutableArray<string> Witnesses => [.. _witnesses];

    /// <summary>Counts facts as examined.</summary>
    public void Examine(long facts = 1) => Examined += facts;

    /// <summary>Counts a violation.</summary>
    /// <param name="witness">What is wrong, naming tid and rows.</param>
    public void Violate(string witness)
    {
        Violations++;
        if (_witnesses.Count < WitnessesMax)
            _witnesses.Add(witness);
    }

    /// <summary>Counts violations that were found elsewhere.</summary>
    /// <param name="witnesses">The first of them.</param>
    public void Violate(long violations, IEnumerable<string> witnesses)
    {
        Violations += violations;
        _witnesses.AddRange(witnesses.Take(WitnessesMax - _witnesses.Count));
    }

    /// <summary>Counts one violation for all problems of one fact.</summary>
    /// <param name="problems">What is wrong with it; nothing if the list is empty.</param>
    public void Violate(string fact, List<string> problems)
    {
        if (problems.Count > 0)
            Violate($"{fact}: {string.Join("; ", problems)}");
    }
}

using System.Collections.Immutable;
using Marketplace.Audit.History;

namespace Marketplace.Driver.Load.Records;

/// <summary>What a run on records has read and made, as far as its audit needs it. Thread-safe.</summary>
/// <param name="rows">Records of the seed.</param>
internal abstract class RunEvidence(int rows)
{
    private const int SampledRecords = 1_000;

    private readonly LoadWitnesses _witnesses = new();
    private readonly int _step = Math.Max(1, rows / SampledRecords);
    private long _read;
    private long _wrong;
    private long _created;
    private long _maybeCreated;

    /// <summary>Answers that were read, and those that were not what was written.</summary>
    public (long Read, long Wrong) Form => (Volatile.Read(ref _read), Volatile.Read(ref _wrong));

    /// <summary>Records created, and those of which that is not known.</summary>
    public (long Known, long Unknown) Creations => (Volatile.Read(ref _created), Volatile.Read(ref _maybeCreated));

    /// <summary>The first wrong answers, in sentences.</summary>
    public ImmutableArray<string> Witnesses => _witnesses.ToImmutable();

    /// <summary>Numbers, from 0, of the records whose writes are kept; all of the seed.</summary>
    protected IEnumerable<long> SampledNumbers => Enumerable.Range(0, rows / _step).Select(i => (long)i * _step);

    /// <summary>Whether the writes of a record are kept.</summary>
    /// <param name="number">Its number, from 0.</param>
    protected bool IsSampled(long number) => number < rows && number % _step == 0;

    /// <summary>Notes how a creation ended.</summary>
    public void Created(OutcomeClass outcome)
    {
        if (outcome == OutcomeClass.Committed) Interlocked.Increment(ref _created);
        else if (outcome.IsUnknown()) Interlocked.Increment(ref _maybeCreated);
    }

    /// <summary>Counts an answer.</summary>
    /// <returns>Whether it is right.</returns>
    protected bool Count(bool isRight)
    {
        Interlocked.Increment(ref _read);
        return isRight;
    }

    /// <summary>Notes a wrong answer.</summary>
    protected void Wrong(string what)
    {
        Interlocked.Increment(ref _wrong);
        _witnesses.Add($"{what} was read, and is not what was written");
    }
}

using System.Collections.Immutable;
using Marketplace.Audit.History;

namespace Marketplace.Driver.Load.Records;

/// <summary>What a run on records has read and made, as far as its audit needs it. Thread-safe.</summary>
internal abstract class RunEvidence
{
    private readonly LoadWitnesses _witnesses = new();
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

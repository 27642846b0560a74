using Orleans;

namespace Marketplace.Protocols.Recording;

/// <summary>
/// One attempt to run a transaction: what it read and wrote, kept in memory until its outcome is known. Grains add to it from their
/// turns, so several may at a time.
/// </summary>
/// <param name="tid">Transaction id that the client gave.</param>
/// <param name="kind">What the transaction is for.</param>
/// <param name="attempt">Number of the attempt, from 1.</param>
/// <param name="ahead">Takes what it makes while it is open, if that is seen by others and stored before its end; null if it is not.</param>
public sealed class AttemptLog(string tid, TransactionKind kind, int attempt, IHistory? ahead = null)
{
    /// <summary>An attempt with more accesses than this is not recorded, and the history says that it is not whole.</summary>
    public const int AccessesMax = 1 << 20;

    // About as many as a checkout has.
    private const int Accesses = 48;

    private readonly Lock _lock = new();
    private RecordedAccess[] _accesses = [];
    private int _count;
    private bool _isOver;
    private IHistory? _late;

    /// <summary>What names it to all silos that record a part of it; null where one silo records all.</summary>
    public RecordedAttempt? Id { get; init; }

    /// <summary>
    /// Whether this is what was done for it away from its own silo, or before or after its end: how it ended, its own record says (<see cref="Id"/>).
    /// </summary>
    public bool IsPart { get; private init; }

    /// <summary>Transaction id that the client gave; empty where it gave none.</summary>
    public string Tid => tid;

    /// <summary>What the transaction is for.</summary>
    public TransactionKind Kind => kind;

    /// <summary>Number of the attempt, from 1.</summary>
    public int Attempt => attempt;

    /// <summary>How it ended.</summary>
    public AttemptEnd End { get; private set; }

    /// <summary>Why it was aborted; null if it was not, or if the protocol does not say.</summary>
    public AbortCause? Cause { get; private set; }

    /// <summary>Whether its accesses were recorded, all of them, and remain.</summary>
    public bool HasAccesses { get; private set; }

    /// <summary>Whether it had more accesses than are kept.</summary>
    public bool IsCutOff { get; private set; }

    /// <summary>What it read and wrote, at each object in order; empty unless <see cref="HasAccesses"/>.</summary>
    /// <returns>The accesses.</returns>
    public ReadOnlySpan<RecordedAccess> Read() => HasAccesses ? _accesses.AsSpan(0, _count) : [];

    /// <summary>Hands each access for an attempt of another silo over at once.</summary>
    internal static AttemptLog OfOtherSilo(TransactionContext tx, RecordedAttempt attempt, IHistory history)
    {
        var log = new AttemptLog(tx.Tid, tx.Kind, attempt.Attempt, history.OutlivesSilo ? history : null) { Id = attempt };
        log.Close(AttemptEnd.Unknown, null, keepsAccesses: false, history);
        return log;
    }

    internal void Add(in RecordedAccess access)
    {
        bool isOver;
        lock (_lock)
        {
            isOver = _isOver;
            if (!isOver)
                Keep(access);
        }

        if (isOver)
            _late?.Add(Part(access));
        else if (access.IsWrite)
            Announce(access);
    }

    /// <summary>
    /// It makes a version, and it is not known yet whether that remains. Of an attempt that has no end, as its silo was killed, this is all that is
    /// recorded; what is recorded at the end takes its place.
    /// </summary>
    internal void Announce(in RecordedAccess access) => ahead?.Add(Part(access));

    /// <summary>What a silo has found stored when it started, or some of it: as if a transaction had read it before all others.</summary>
    /// <param name="found">The versions; it keeps the array.</param>
    /// <returns>A record of its own.</returns>
    public static AttemptLog OfFound(RecordedAccess[] found)
    {
        var log = new AttemptLog(tid: "", TransactionKind.Maintenance, attempt: 1);
        (log._accesses, log._count) = (found, found.Length);
        log.Close(AttemptEnd.Committed, null, keepsAccesses: true);
        return log;
    }

    /// <summary>One access that a silo makes on nobody's behalf, or cannot record with the others.</summary>
    internal static AttemptLog Of(in RecordedAccess access, AttemptEnd end, string tid, TransactionKind kind, int attempt) =>
        Of(access, end, new AttemptLog(tid, kind, attempt));

    /// <summary>It is over.</summary>
    /// <param name="cause">Why it was aborted, if it was.</param>
    /// <param name="keepsAccesses">Whether its accesses are recorded, and remain.</param>
    /// <param name="late">Takes what it does after its end: calls that were under way when it failed go on.</param>
    internal void Close(AttemptEnd end, AbortCause? cause, bool keepsAccesses, IHistory? late = null)
    {
        lock (_lock)
        {
            (End, Cause, HasAccesses, _late, _isOver) = (end, cause, keepsAccesses, late, true);
        }
    }

    // In a cluster it is a part of the attempt, of which its own record tells the end.
    private AttemptLog Part(in RecordedAccess access) =>
        Of(access, AttemptEnd.Unknown, new AttemptLog(tid, kind, attempt) { Id = Id, IsPart = Id is not null });

    private static AttemptLog Of(in RecordedAccess access, AttemptEnd end, AttemptLog log)
    {
        (log._accesses, log._count) = ([access], 1);
        log.Close(end, null, keepsAccesses: true);
        return log;
    }

    private void Keep(in RecordedAccess access)
    {
        if (_count == _accesses.Length)
        {
            if (_count == AccessesMax)
            {
                IsCutOff = true;
                return;
            }

            Array.Resize(ref _accesses, _count == 0 ? Accesses : Math.Min(2 * _count, AccessesMax));
        }

        _accesses[_count++] = access;
    }
}

/// <summary>How an attempt to run a transaction ended, as far as its protocol knows.</summary>
public enum AttemptEnd
{
    /// <summary>It is committed.</summary>
    Committed = 0,

    /// <summary>It was aborted.</summary>
    Aborted = 1,

    /// <summary>Nobody knows: an answer was lost; or, under a protocol without roll-back, it failed and what it did remains.</summary>
    Unknown = 2,
}

/// <summary>Names an attempt in the records of all silos of a cluster.</summary>
/// <param name="Recorder">The start of a silo that records it.</param>
/// <param name="Number">Counts the attempts of that start, from 1.</param>
/// <param name="Attempt">Number of the attempt within its transaction, from 1.</param>
[GenerateSerializer, Immutable]
public sealed record RecordedAttempt(long Recorder, long Number, int Attempt);

/// <summary>An access of a transaction to the state of a grain.</summary>
/// <param name="Kind">Which state, as numbered where it was registered.</param>
/// <param name="Key">Key of the grain.</param>
/// <param name="Version">The version that it read; or the one that it made, from 1, having read the one before.</param>
/// <param name="IsWrite">Whether it made the version.</param>
/// <param name="IsChanged">Whether the content of the version that it read was not what it was when that version was made.</param>
public readonly record struct RecordedAccess(byte Kind, long Key, long Version, bool IsWrite, bool IsChanged = false);

/// <summary>Takes what was recorded.</summary>
public interface IHistory
{
    /// <summary>Whether what it takes outlives a silo that is killed: then it is told of what others can see before an attempt has ended.</summary>
    bool OutlivesSilo => false;

    /// <summary>Takes an attempt that has ended. Called from many threads; it must not fail, nor keep its caller for long.</summary>
    void Add(AttemptLog attempt);
}

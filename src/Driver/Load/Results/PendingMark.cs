using System.Threading.Tasks.Sources;

namespace Marketplace.Driver.Load.Results;

/// <summary>
/// What a worker waits for: the mark of its transaction, or the end of its patience. It waits for one at a time, and nothing is allocated
/// for it. Whoever takes it out of <see cref="PendingMarks"/> completes it, nobody else does.
/// </summary>
internal sealed class PendingMark : IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _core = new() { RunContinuationsAsynchronously = true };
    private long _deadline;
    private Mark _mark;

    /// <summary>The tick at which it is overdue.</summary>
    public long Deadline => Volatile.Read(ref _deadline);

    /// <summary>The mark, if one arrived.</summary>
    public ref readonly Mark Mark => ref _mark;

    /// <summary>Tick of its arrival; 0 if none arrived in time.</summary>
    public long Arrived { get; private set; }

    /// <summary>Prepares to wait.</summary>
    public void Reset(long deadline)
    {
        _core.Reset();
        Arrived = 0;
        Volatile.Write(ref _deadline, deadline);
    }

    /// <summary>Waits until it is completed.</summary>
    public ValueTask WaitAsync() => new(this, _core.Version);

    /// <summary>The mark arrived.</summary>
    /// <param name="arrived">When, in ticks.</param>
    public void Complete(in Mark mark, long arrived)
    {
        _mark = mark;
        Arrived = arrived;
        _core.SetResult(true);
    }

    /// <summary>It is overdue.</summary>
    public void Expire() => _core.SetResult(false);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}

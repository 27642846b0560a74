namespace Marketplace.Engine.Turns.Scheduling;

/// <summary>Runs turns on the thread pool, and calls to idle grains on the caller's thread.</summary>
internal sealed class ThreadPoolScheduler : IActivationScheduler
{
    /// <summary>Calls nested on one stack. A frame takes a few hundred bytes, so that this is far from a stack's end.</summary>
    private const int MaxInlineDepth = 64;

    [ThreadStatic]
    private static int _inlineDepth;

    public ThreadPoolScheduler()
    {
        // A thread started without flow has the default context, which the runtime gives in no other way.
        ExecutionContext? context = null;
        var thread = new Thread(() => context = ExecutionContext.Capture()) { IsBackground = true };
        thread.UnsafeStart();
        thread.Join();
        DefaultExecutionContext = context ?? throw new InvalidOperationException("The runtime gave no default execution context.");
    }

    public ExecutionContext DefaultExecutionContext { get; }

#pragma warning disable RS0030 // This is the seam: the only file that may use the thread pool.
    public void Schedule(IThreadPoolWorkItem item, bool behindOthers = false) =>
        ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: !behindOthers);
#pragma warning restore RS0030

    public bool TryBeginInline()
    {
        if (_inlineDepth >= MaxInlineDepth)
            return false;
        _inlineDepth++;
        return true;
    }

    public void EndInline() => _inlineDepth--;
}

using Orleans.CodeGeneration;

namespace Marketplace.Engine.Turns;

/// <summary>Decides which requests may start beside those that have started and are not complete. Used within turns only.</summary>
internal struct InterleavingRules(bool reentrant)
{
    private readonly bool _reentrant = reentrant;
    private int _blocking;
    private int _blockingReadOnly;

    /// <summary>Requests that have started and are not complete.</summary>
    public int Running { get; private set; }

    public readonly bool MayStart(InvokeMethodOptions options) =>
        _blocking == 0
        || _reentrant
        || (options & InvokeMethodOptions.AlwaysInterleave) != 0
        || ((options & InvokeMethodOptions.ReadOnly) != 0 && _blocking == _blockingReadOnly);

    public void Started(InvokeMethodOptions options) => Count(options, 1);

    public void Completed(InvokeMethodOptions options) => Count(options, -1);

    private void Count(InvokeMethodOptions options, int change)
    {
        Running += change;
        if ((options & InvokeMethodOptions.AlwaysInterleave) != 0)
            return;
        _blocking += change;
        if ((options & InvokeMethodOptions.ReadOnly) != 0)
            _blockingReadOnly += change;
    }
}

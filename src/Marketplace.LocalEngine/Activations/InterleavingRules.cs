using Marketplace.Actors.CodeGeneration;

namespace Marketplace.LocalEngine.Activations;

/// <summary>Decides which requests may start beside those that have started and are not complete. Used within turns only.</summary>
internal struct InterleavingRules(bool reentrant)
{
    private readonly bool _reentrant = reentrant;
    private int _blocking;
    private int _blockingReadOnly;

    /// <summary>Requests that have started and are not complete.</summary>
    public int Running { get; private set; }

    public readonly bool MayStart(GrainMethodOptions options) =>
        _blocking == 0
        || _reentrant
        || (options & GrainMethodOptions.AlwaysInterleave) != 0
        || ((options & GrainMethodOptions.ReadOnly) != 0 && _blocking == _blockingReadOnly);

    public void Started(GrainMethodOptions options) => Count(options, 1);

    public void Completed(GrainMethodOptions options) => Count(options, -1);

    private void Count(GrainMethodOptions options, int change)
    {
        Running += change;
        if ((options & GrainMethodOptions.AlwaysInterleave) != 0)
            return;
        _blocking += change;
        if ((options & GrainMethodOptions.ReadOnly) != 0)
            _blockingReadOnly += change;
    }
}

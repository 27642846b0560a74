namespace Marketplace.Engine.Turns;

/// <summary>The rest of a method after an await, on its way back to its activation.</summary>
internal sealed class Continuation : WorkItem
{
    private SendOrPostCallback? _callback;
    private object? _state;

    public void Set(SendOrPostCallback callback, object? state)
    {
        _callback = callback;
        _state = state;
    }

    /// <summary>Hands over what to run and forgets it, so that the object can be used again before it runs.</summary>
    public SendOrPostCallback Take(out object? state)
    {
        var callback = _callback!;
        state = _state;
        _callback = null;
        _state = null;
        return callback;
    }
}

using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

/// <summary>The clock of a machine on which delays of one length end when the test says so.</summary>
/// <param name="length">The length, which nothing else of the silo waits for.</param>
internal sealed class HeldTime(TimeSpan length) : TimeProvider
{
    private readonly List<ITimer> _held = [];
    private bool _isReleased;

    /// <summary>Ends the delays of that length that have begun, and each later one at once.</summary>
    public void Release()
    {
        lock (_held)
        {
            Assert.NotEmpty(_held);
            _held.ForEach(static timer => timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan));
            _isReleased = true;
        }
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime != length)
            return System.CreateTimer(callback, state, dueTime, period);

        lock (_held)
        {
            var timer = System.CreateTimer(callback, state, _isReleased ? TimeSpan.Zero : Timeout.InfiniteTimeSpan, period);
            _held.Add(timer);
            return timer;
        }
    }
}

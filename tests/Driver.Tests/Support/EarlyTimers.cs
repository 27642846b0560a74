namespace Marketplace.Driver.Tests.Support;

/// <summary>The clock of the machine with timers that end some milliseconds before their time.</summary>
internal sealed class EarlyTimers : TimeProvider
{
    private static readonly TimeSpan Early = TimeSpan.FromMilliseconds(20);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        base.CreateTimer(callback, state, dueTime > Early ? dueTime - Early : dueTime, period);
}

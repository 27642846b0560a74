namespace Marketplace.Silo.Tests.Clocks;

/// <summary>The clock of a machine that somebody sets; what measures how time passes goes on as always, and so do timers.</summary>
internal sealed class SteppedClock : TimeProvider
{
    private long _ahead;

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + new TimeSpan(Interlocked.Read(ref _ahead));

    /// <summary>Sets it.</summary>
    /// <param name="by">How far ahead; back if negative.</param>
    public void Step(TimeSpan by) => Interlocked.Add(ref _ahead, by.Ticks);
}

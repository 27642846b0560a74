namespace Marketplace.Silo.Tests.Gateway;

/// <summary>The clock of the machine, ahead of it by as much as a test likes; timers run as always.</summary>
internal sealed class ShiftedTime : TimeProvider
{
    private long _ahead;

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + new TimeSpan(Interlocked.Read(ref _ahead));

    public void Advance(TimeSpan by) => Interlocked.Add(ref _ahead, by.Ticks);
}

using Xunit;

namespace Marketplace.Protocols.Tests;

public sealed class MonotonicTimeTests
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    private readonly Machine _machine = new() { Utc = new DateTime(2025, 1, 1, 0, 0, 0, DateTimeKind.Utc) };

    [Theory]
    [InlineData(-1)]
    [InlineData(1)]
    public void What_the_machine_is_set_to_is_not_seen_and_what_passes_is(int hours)
    {
        var time = new MonotonicTime(_machine);
        var began = time.GetUtcNow();
        Assert.Equal(_machine.Utc, began.UtcDateTime);
        _machine.Utc += hours * Hour;
        _machine.Passed += 5;
        Assert.Equal(began + TimeSpan.FromTicks(5), time.GetUtcNow());
    }

    [Fact]
    public void It_goes_on_after_the_last_time_that_is_stored_and_never_back()
    {
        var time = new MonotonicTime(_machine);
        var last = (_machine.Utc + Hour).Ticks;
        _machine.Passed += 7;
        time.GoOnAfter(last);
        Assert.Equal(last + 1, time.GetUtcNow().UtcTicks);
        _machine.Passed += 5;
        Assert.Equal(last + 6, time.GetUtcNow().UtcTicks);
        time.GoOnAfter(last);
        time.GoOnAfter(0);
        Assert.Equal(last + 6, time.GetUtcNow().UtcTicks);
    }

    private sealed class Machine : TimeProvider
    {
        public DateTime Utc { get; set; }
        public long Passed { get; set; }
        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override DateTimeOffset GetUtcNow() => Utc;

        public override long GetTimestamp() => Passed;
    }
}

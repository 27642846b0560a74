using Marketplace.Driver.Load;
using Marketplace.Driver.Scenarios;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

public sealed class CommonStartTests
{
    private readonly FakeTimeProvider _time = new(new DateTimeOffset(2026, 11, 25, 10, 0, 0, TimeSpan.Zero));

    [Fact]
    public async Task Drivers_that_are_ready_at_different_times_begin_at_the_same()
    {
        var at = CommonStart.Parse("2026-11-25T10:01:00Z", _time);
        var first = CommonStart.Wait(at, _time, TestContext.Current.CancellationToken);
        _time.Advance(TimeSpan.FromSeconds(40));
        var second = CommonStart.Wait(at, _time, TestContext.Current.CancellationToken);
        _time.Advance(TimeSpan.FromSeconds(19));
        Assert.False(first.IsCompleted || second.IsCompleted);
        _time.Advance(TimeSpan.FromSeconds(1));
        await Task.WhenAll(first, second);
    }

    [Fact]
    public async Task A_driver_that_is_ready_too_late_says_so_and_begins_nothing()
    {
        var at = CommonStart.Parse("2026-11-25T10:01:00Z", _time);
        _time.Advance(TimeSpan.FromSeconds(62.5));
        var error = await Assert.ThrowsAsync<LoadException>(() => CommonStart.Wait(at, _time, TestContext.Current.CancellationToken));
        Assert.StartsWith(
            "The load was to begin at 2026-11-25T10:01:00Z, and the driver was ready 2.5 s later", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("2026-11-25 10:01:00", "2026-11-25T10:01:00Z")]
    [InlineData("2026-11-25T11:01:00+01:00", "2026-11-25T10:01:00Z")]
    public void A_time_is_in_UTC_unless_it_says_another_zone(string text, string expected) =>
        Assert.Equal(expected, CommonStart.Text(CommonStart.Parse(text, _time)));

    [Theory]
    [InlineData("soon", "for example 2026-11-25T10:01:00Z, found soon")]
    [InlineData("2026-11-25T09:59:59Z", "2026-11-25T09:59:59Z is over")]
    [InlineData("2027-11-25T09:59:59Z", "is more than a day away")]
    public void A_time_that_no_driver_can_keep_is_refused(string text, string expected) =>
        Assert.Contains(expected, Assert.Throws<ScenarioException>(() => CommonStart.Parse(text, _time)).Message, StringComparison.Ordinal);
}

using Marketplace.Protocols.Deterministic;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Protocols.Tests.Deterministic;

public sealed class WaitLimitTests : IDisposable
{
    private readonly ManualTimeProvider _time = new();
    private readonly WaitLimit _limit;

    public WaitLimitTests() => _limit = new WaitLimit(new ProtocolOptions { Timeout = TimeSpan.FromSeconds(5) }, _time);

    public void Dispose() => _limit.Dispose();

    [Fact]
    public void A_wait_ends_when_it_has_lasted_too_long_and_not_before()
    {
        var (first, second) = (Wait(), Wait());
        _limit.Add(first);
        _time.Advance(TimeSpan.FromSeconds(3));
        _limit.Add(second);

        _time.Advance(TimeSpan.FromSeconds(1.9));
        Assert.False(first.Task.IsCompleted);
        _time.Advance(TimeSpan.FromSeconds(0.2));
        Assert.IsType<TimeoutException>(first.Task.Exception?.InnerException);
        Assert.False(second.Task.IsCompleted);
        _time.Advance(TimeSpan.FromSeconds(3));
        Assert.IsType<TimeoutException>(second.Task.Exception?.InnerException);
    }

    [Fact]
    public void One_that_has_ended_is_left_alone_and_the_next_still_ends_in_time()
    {
        var (first, second) = (Wait(), Wait());
        var wait = _limit.Add(first);
        _time.Advance(TimeSpan.FromSeconds(1));
        _limit.Add(second);
        _limit.Remove(wait);
        _limit.Remove(wait);

        _time.Advance(TimeSpan.FromSeconds(4.5));
        Assert.False(first.Task.IsCompleted);
        Assert.False(second.Task.IsCompleted);
        _time.Advance(TimeSpan.FromSeconds(0.6));
        Assert.True(second.Task.IsFaulted);
        Assert.False(first.Task.IsCompleted);
    }

    private static TaskCompletionSource Wait() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}

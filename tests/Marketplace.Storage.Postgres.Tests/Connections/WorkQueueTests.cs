using Marketplace.Storage.Postgres.Connections;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Connections;

public sealed class WorkQueueTests
{
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(2);

    private readonly ManualTimeProvider _time = new();
    private readonly WorkQueue<int> _queue = new(10);

    [Fact(Timeout = 60_000)]
    public async Task Who_gathers_goes_on_when_there_is_enough()
    {
        _queue.TryAdd(1);
        var gathered = _queue.Gather(3, Longest, _time).AsTask();
        _queue.TryAdd(2);
        Assert.False(gathered.IsCompleted);
        _queue.TryAdd(3);
        await gathered;

        // At once, if it is there already; and for the next one any work is enough.
        await _queue.Gather(3, Longest, _time);
        for (var i = 1; i <= 3; i++)
            Assert.True(_queue.TryTake(out var item) && item == i);

        var next = _queue.Wait().AsTask();
        Assert.False(next.IsCompleted);
        _queue.TryAdd(4);
        Assert.True(await next);
    }

    [Fact(Timeout = 60_000)]
    public async Task Who_gathers_goes_on_when_it_has_taken_long_enough_or_nothing_more_comes()
    {
        _queue.TryAdd(1);
        var gathered = _queue.Gather(2, Longest, _time).AsTask();
        Assert.False(gathered.IsCompleted);
        _time.Advance(Longest);
        await gathered;

        gathered = _queue.Gather(2, Longest, _time).AsTask();
        Assert.False(gathered.IsCompleted);
        _queue.Close();
        await gathered;
        await _queue.Gather(2, Longest, _time);
    }
}

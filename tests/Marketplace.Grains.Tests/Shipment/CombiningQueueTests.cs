using Marketplace.Grains.Shipment;
using Xunit;

namespace Marketplace.Grains.Tests.Shipment;

public sealed class CombiningQueueTests
{
    private const int Pieces = 100;

    [Theory]
    [InlineData(0)]
    [InlineData(16)]
    public async Task Work_runs_one_after_the_other_in_the_order_in_which_it_came(int forOthersMax)
    {
        var queue = new CombiningQueue<int>(forOthersMax);
        var (running, ran) = (0, new List<int>());
        var first = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var all = Enumerable.Range(0, Pieces).Select(number => queue.Run(async () =>
        {
            Assert.Equal(1, Interlocked.Increment(ref running));
            if (number == 0)
                await first.Task;

            await Task.Yield();
            ran.Add(number);
            Interlocked.Decrement(ref running);
            return number;
        })).ToArray();
        Assert.All(all, task => Assert.False(task.IsCompleted));
        first.SetResult();
        Assert.Equal(Enumerable.Range(0, Pieces), await Task.WhenAll(all));
        Assert.Equal(Enumerable.Range(0, Pieces), ran);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(16)]
    public async Task A_failure_is_its_own_and_those_behind_go_on(int forOthersMax)
    {
        var queue = new CombiningQueue<int>(forOthersMax);
        var first = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        var all = Enumerable.Range(0, Pieces).Select(number => queue.Run(() => number switch
        {
            0 => first.Task,
            _ when number % 7 == 0 => throw new InvalidOperationException(),
            _ => Task.FromResult(number),
        })).ToArray();
        first.SetException(new TimeoutException());
        await Assert.ThrowsAsync<TimeoutException>(() => all[0]);
        for (var number = 1; number < Pieces; number++)
        {
            if (number % 7 == 0)
                await Assert.ThrowsAsync<InvalidOperationException>(() => all[number]);
            else
                Assert.Equal(number, await all[number]);
        }

        Assert.Equal(7, await queue.Run(() => Task.FromResult(7)));
    }
}

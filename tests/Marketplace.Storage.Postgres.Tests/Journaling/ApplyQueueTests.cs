using System.Text;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Journaling;

public sealed class ApplyQueueTests
{
    /// <summary>A delay of less than a millisecond is none: who waits so for the rest of one goes round and round until it is over.</summary>
    [Fact]
    public async Task The_last_part_of_a_millisecond_is_waited_for_as_a_whole_one()
    {
        var time = new ManualTimeProvider();
        var queue = new ApplyQueue(new ApplyLimits(Least: 1000, Most: 2000, TimeSpan.FromSeconds(1)), time, TimeSpan.Zero);
        var cart = new ServiceBatch("cart");
        cart.Write(new StateRow(1, StateRowKind.Changed, 1, Encoding.UTF8.GetBytes("{}"), [], [], State: null));
        queue.Add(1, [cart], bytes: 10);
        time.StandStill(TimeSpan.FromMilliseconds(999.6));

        var waiting = Task.Run(() => queue.Wait().AsTask(), TestContext.Current.CancellationToken);
        await time.Timers(1);
        Assert.False(waiting.IsCompleted);
        time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.True(await waiting.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
    }
}

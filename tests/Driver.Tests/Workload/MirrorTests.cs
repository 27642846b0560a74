using Marketplace.Driver.Data;
using Marketplace.Driver.Workload;
using Xunit;

namespace Marketplace.Driver.Tests.Workload;

public sealed class MirrorTests
{
    private static readonly Offer Initial = new(0, 10m);
    private static readonly Offer Next = new(7, 12m);

    private readonly ProductMirror _mirror = new([10m, 20m]);

    [Fact]
    public void One_update_of_a_product_at_a_time()
    {
        Assert.True(_mirror.TryBeginUpdate(0));
        Assert.False(_mirror.TryBeginUpdate(0));
        Assert.True(_mirror.TryBeginUpdate(1));
        _mirror.Failed(0);
        Assert.True(_mirror.TryBeginUpdate(0));
    }

    [Fact]
    public void The_mirror_moves_only_when_an_update_succeeded()
    {
        Assert.True(_mirror.TryBeginUpdate(0));
        Assert.Equal(Initial, _mirror.Current(0));
        _mirror.Failed(0);
        Assert.Equal(Initial, _mirror.Current(0));
        Assert.True(_mirror.TryBeginUpdate(0));
        _mirror.Succeeded(0, Next);
        Assert.Equal(Next, _mirror.Current(0));
    }

    [Fact]
    public void An_unknown_update_is_believed_when_the_target_says_that_the_old_version_is_gone()
    {
        Assert.True(_mirror.TryBeginUpdate(0));
        _mirror.Unknown(0, Next);
        Assert.Equal(Initial, _mirror.Current(0));
        Assert.True(_mirror.TryBeginUpdate(0));
        _mirror.Stale(0);
        Assert.Equal(Next, _mirror.Current(0));
    }

    [Fact]
    public void An_unknown_update_is_forgotten_when_a_later_one_succeeds()
    {
        Assert.True(_mirror.TryBeginUpdate(0));
        _mirror.Unknown(0, Next);
        Assert.True(_mirror.TryBeginUpdate(0));
        _mirror.Succeeded(0, Initial with { Price = 11m });
        Assert.True(_mirror.TryBeginUpdate(0));
        _mirror.Stale(0);
        Assert.Equal(Initial with { Price = 11m }, _mirror.Current(0));
    }

    [Fact]
    public async Task Readers_never_see_half_an_offer()
    {
        using var stop = new CancellationTokenSource();
        var reader = Task.Run(() =>
        {
            var torn = 0;
            while (!stop.IsCancellationRequested)
            {
                var offer = _mirror.Current(0);
                if (offer.Price != 10m + offer.Version) torn++;
            }

            return torn;
        });
        for (var version = 1; version <= 200_000; version++)
        {
            Assert.True(_mirror.TryBeginUpdate(0));
            _mirror.Succeeded(0, new Offer(version, 10m + version));
        }

        await stop.CancelAsync();
        Assert.Equal(0, await reader);
    }

    [Fact]
    public void A_customer_is_in_one_session_at_a_time()
    {
        var customers = new IdleCustomers(3, new WorkloadRandom(1, 1));
        var taken = new List<int>();
        while (customers.TryTake(out var customer, out var session))
        {
            Assert.Equal(1, session);
            taken.Add(customer);
        }

        Assert.Equal([1, 2, 3], taken.Order());
        customers.Return(taken[1]);
        Assert.True(customers.TryTake(out var again, out var second));
        Assert.Equal((taken[1], 2), (again, second));
        customers.Retire();
        Assert.Equal((0, 1), (customers.Count, customers.Retired));
    }
}

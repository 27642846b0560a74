using Marketplace.Silo.Engines;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>Which products' updates a silo passes on to which carts.</summary>
public sealed class RelayedProductsTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly RelayedProducts _products;

    public RelayedProductsTests() => _products = new RelayedProducts(new SubscriptionTrust(_time, TimeSpan.MaxValue));

    [Fact]
    public void Carts_that_follow_are_told_until_they_leave()
    {
        Assert.False(_products.Add(1, 10));
        _products.Begin(1);
        Assert.True(_products.Add(1, 11));
        Assert.True(_products.Add(1, 11));
        Assert.False(_products.Add(2, 10));
        Assert.Equal([10, 11], _products.CartsOf(1).Select(static cart => cart.Key).Order());
        Assert.Equal(10, Assert.Single(_products.CartsOf(2)).Key);
        Assert.False(_products.Remove(1, 10));
        Assert.Equal(11, Assert.Single(_products.CartsOf(1)).Key);
        Assert.False(_products.Remove(1, 11));
        Assert.Empty(_products.CartsOf(1));
    }

    [Fact]
    public void A_relay_that_was_collected_before_its_last_cart_has_left_is_asked_to_end()
    {
        _products.Add(1, 10);
        _products.Begin(1);
        _products.Add(1, 11);
        Assert.False(_products.TryEnd(1));
        Assert.True(_products.Add(1, 12));
        Assert.False(_products.Remove(1, 12));
        Assert.False(_products.Remove(1, 11));
        Assert.True(_products.Remove(1, 10));
        _products.Begin(1);
        Assert.True(_products.TryEnd(1));
    }

    [Fact]
    public void A_relay_ends_when_no_cart_follows()
    {
        _products.Add(1, 10);
        _products.Begin(1);
        Assert.False(_products.TryEnd(1));
        _products.Remove(1, 10);
        Assert.True(_products.TryEnd(1));
        Assert.True(_products.TryEnd(1));
        Assert.False(_products.Add(1, 10));
    }

    [Fact]
    public void That_updates_come_is_asked_again_where_a_subscription_may_be_lost()
    {
        var products = new RelayedProducts(new SubscriptionTrust(_time, TimeSpan.FromSeconds(10)));
        Assert.False(products.Add(1, 10));
        products.Begin(1);
        _time.Advance(TimeSpan.FromSeconds(9));
        Assert.True(products.Add(1, 11));
        Assert.True(products.IsHeard(1));
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.False(products.Add(1, 12));
        Assert.False(products.IsHeard(1));
        products.Begin(1);
        Assert.True(products.Add(1, 12));
        Assert.False(products.IsHeard(2));
    }

    // Who heard that it does not follow any more may hear of that when it follows again.
    [Fact]
    public void A_cart_that_follows_again_meanwhile_stays()
    {
        _products.Add(1, 10);
        var before = Assert.Single(_products.CartsOf(1)).Value;
        _products.Remove(1, 10);
        _products.Add(1, 10);
        Assert.False(_products.Remove(1, 10, before));
        var now = Assert.Single(_products.CartsOf(1));
        Assert.Equal(10, now.Key);
        _products.Remove(1, 10, now.Value);
        Assert.Empty(_products.CartsOf(1));
    }

    [Fact]
    public void Nobody_asks_for_a_relay_that_was_never_there()
    {
        _products.Add(1, 10);
        Assert.False(_products.Remove(1, 10));
        Assert.False(_products.Remove(1, 10));
        Assert.Empty(_products.CartsOf(1));
    }
}

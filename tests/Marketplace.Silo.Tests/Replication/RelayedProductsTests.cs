using Marketplace.Silo.Engines;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>Which products' updates a silo passes on to which carts.</summary>
public sealed class RelayedProductsTests
{
    private readonly RelayedProducts _products = new();

    [Fact]
    public void Carts_that_follow_are_told_until_they_leave()
    {
        Assert.False(_products.Add(1, 10));
        _products.Begin(1);
        Assert.True(_products.Add(1, 11));
        Assert.True(_products.Add(1, 11));
        Assert.False(_products.Add(2, 10));
        Assert.Equal([10, 11], _products.CartsOf(1).Order());
        Assert.Equal([10], _products.CartsOf(2));
        Assert.False(_products.Remove(1, 10));
        Assert.Equal([11], _products.CartsOf(1));
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
    public void Nobody_asks_for_a_relay_that_was_never_there()
    {
        _products.Add(1, 10);
        Assert.False(_products.Remove(1, 10));
        Assert.False(_products.Remove(1, 10));
        Assert.Empty(_products.CartsOf(1));
    }
}

using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class FollowedProductTests
{
    private const string Check = "repl.final";

    private readonly World _world = new() { Replication = ReplicationLevel.Eventual, AreProductsFollowed = true };

    [Fact]
    public async Task A_cart_that_knows_what_is()
    {
        Fill(2, new ReplicaExport(1, 1, "0", 5m));
        _world.UpdatePrice(1, 1, 4m);
        _world.UpdatePrice(1, 1, 5m);

        var result = await _world.Audit();

        AuditAssert.Violations(result);
        Assert.Equal((1L, true), (result.Check(Check).Examined, result.Check(Check).Claimed));
    }

    [Fact]
    public async Task A_cart_that_lost_the_last_update()
    {
        Fill(2, new ReplicaExport(1, 1, "0", 4m));
        _world.UpdatePrice(1, 1, 4m);
        var last = _world.UpdatePrice(1, 1, 5m);
        _world.ReplicaDeliveries = new(Followed: 3, Late: 1);

        var result = await _world.Audit();

        Assert.Contains("Of 3 products in carts the updates of 1 had not arrived", result.Check(Check).Note, StringComparison.Ordinal);
        AuditAssert.Violations(result, ("atom.price", 1), (Check, 1));
        AuditAssert.Witness(
            result, Check, $"the cart of customer 2 knows version 0 at 4 of product 1/1, which is version 0 at 5 since {last}");
        AuditAssert.Witness(
            result, "atom.price", $"{last}: last update of product 1/1 to 5, but the cart of customer 2 knows version 0 at 4");
    }

    [Fact]
    public async Task A_cart_that_heard_of_an_aborted_update()
    {
        Fill(2, new ReplicaExport(1, 1, "0", 6m));
        _world.UpdatePrice(1, 1, 5m);
        var aborted = _world.UpdatePrice(1, 1, 6m, OutcomeClass.Aborted, applied: false);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.price", 1), (Check, 1));
        AuditAssert.Witness(result, "atom.price", $"{aborted} (aborted): the cart of customer 2 knows version 0 at 6 of product 1/1");
    }

    [Fact]
    public async Task A_cart_that_did_not_hear_of_an_update()
    {
        Fill(2);
        var update = _world.UpdatePrice(1, 1, 5m);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.price", 1), (Check, 1));
        AuditAssert.Witness(result, "atom.price", $"{update}: last update", "the cart of customer 2 knows nothing of product 1/1");
    }

    [Fact]
    public async Task A_cart_that_lost_every_update()
    {
        Fill(2);
        _world.Delete(1, 1, 4m);

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, "the cart of customer 2 knows nothing of product 1/1");

        // Where carts hear of no update they need not.
        _world.AreProductsFollowed = false;
        AuditAssert.Violations(await _world.Audit());
    }

    [Theory]
    [InlineData(CheckoutStage.Requested, 0)]
    [InlineData(CheckoutStage.Adding, 1)]
    public async Task A_cart_need_not_know_of_updates_that_came_during_a_checkout_that_was_rolled_back(CheckoutStage stage, int violations)
    {
        Fill(2);
        _world.NoCheckout(2, OutcomeClass.Aborted, stage, World.Item(1, 1));
        _world.Delete(1, 1, 4m);

        Assert.Equal(violations, (await _world.Audit()).Check(Check).Violations);
    }

    [Fact]
    public async Task A_cart_need_not_know_of_updates_from_before()
    {
        _world.UpdatePrice(1, 1, 4m);
        Fill(2);

        AuditAssert.Violations(await _world.Audit());
    }

    private void Fill(int customer, params ReplicaExport[] replicas)
    {
        _world.Add(customer);
        _world.Carts.Edit(cart => cart.CustomerId == customer, cart => cart with
        {
            Session = 1,
            Items = [new CartItem(1, 1, "Lamp", 11m, 1.5m, 1, 0m, "0")],
            Replicas = [.. replicas],
        });
    }
}

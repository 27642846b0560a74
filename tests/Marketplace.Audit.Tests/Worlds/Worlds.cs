using Marketplace.Audit.History;
using Marketplace.Contracts.Requests;

namespace Marketplace.Audit.Tests;

/// <summary>Worlds in which everything happened and all is right.</summary>
internal static class Worlds
{
    /// <summary>Tid of the first checkout: customer 1, sellers 1 (two items) and 2.</summary>
    public const string First = "t-1";

    /// <summary>Tid of a checkout whose payment failed: customer 2, sellers 2 and 3.</summary>
    public const string Failed = "t-2";

    /// <summary>Tid of a checkout that was rejected: customer 3.</summary>
    public const string Rejected = "t-3";

    /// <summary>Tid of a delivery that delivered all of the first order.</summary>
    public const string Delivery = "t-4";

    /// <summary>Tid of a checkout that is still open: customer 4, sellers 4 and 5.</summary>
    public const string Open = "t-5";

    /// <summary>Every kind of transaction, with every outcome.</summary>
    public static World Busy() => Fill(new World());

    /// <summary>The same, with the replication of products recorded.</summary>
    public static World Replicated() => Fill(new World().Replicate()).Keep(4, 5, 1);

    private static World Fill(World world)
    {
        world.PrePopulate(1, World.Item(6, 1), World.Item(7, 2, 2));
        world.Checkout(1, World.Item(1, 1, 2, voucher: 0.75m), World.Item(1, 2), World.Item(2, 1, 3));
        world.Checkout(2, CheckoutOutcome.PaymentFailed, OutcomeClass.PaymentFailed, World.Item(2, 2), World.Item(3, 1, voucher: 99m));
        world.Checkout(3, CheckoutOutcome.Rejected, OutcomeClass.Rejected, World.Item(3, 1, 1_000));
        world.Deliver();
        world.Checkout(4, World.Item(4, 1), World.Item(5, 1, 5));
        world.UpdatePrice(1, 1, 12.5m);
        world.UpdatePrice(1, 1, 9.99m);
        world.Delete(11, 2, 3m, OutcomeClass.TimedOut);
        var version = world.Delete(1, 2, 20m);
        world.UpdatePrice(1, 2, 21m);
        world.Checkout(2, World.Item(1, 1), World.Item(1, 2, version: version) with { UnitPrice = 21m });
        world.Delete(8, 1, 7m);
        world.Delete(8, 1, 8m, OutcomeClass.Aborted, applied: false);
        world.Abandon(3, World.Item(9, 1));
        world.NoCheckout(3, OutcomeClass.Aborted, CheckoutStage.Requested, World.Item(9, 2));
        world.NoCheckout(3, OutcomeClass.Rejected, CheckoutStage.Adding, World.Item(9, 2));
        world.Checkout(3, CheckoutOutcome.Committed, OutcomeClass.TimedOut, World.Item(10, 1));
        world.NoCheckout(3, OutcomeClass.TransportError, CheckoutStage.Requested, World.Item(10, 2));
        world.UpdatePrice(10, 1, 3m, OutcomeClass.TimedOut);
        world.UpdatePrice(10, 1, 4m);
        world.Delete(10, 2, 3m, OutcomeClass.TransportError, applied: false);
        world.UpdatePrice(11, 2, 1m, OutcomeClass.Rejected, applied: false, named: "0");
        world.Dashboard(1);
        world.Dashboard(4);
        return world;
    }

    /// <summary>Checkouts, deliveries and updates in number: enough to need several passes and to leave a backlog.</summary>
    public static World Long(int rounds)
    {
        var world = new World(customers: 20, sellers: 30);
        for (var round = 0; round < rounds; round++)
        {
            var (customer, seller) = (1 + (round % 20), 1 + (round * 7 % 30));
            world.Checkout(customer, World.Item(seller, 1), World.Item(1 + ((seller + 4) % 30), 2), World.Item(1 + ((seller + 9) % 30), 2));
            if (round % 3 == 2)
                world.Deliver();
        }

        return world;
    }
}

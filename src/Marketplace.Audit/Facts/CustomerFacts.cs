using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;

namespace Marketplace.Audit.Facts;

/// <summary>Everything known of one customer.</summary>
internal sealed class CustomerFacts(int id)
{
    public int Id => id;

    /// <summary>What Customer exports; null if it does not know the customer.</summary>
    public CustomerExport? Customer { get; set; }

    /// <summary>The order counter; null if Order does not know the customer.</summary>
    public OrderCounterExport? Counter { get; set; }

    /// <summary>The cart; null if Cart does not know the customer.</summary>
    public CartExport? Cart { get; set; }

    /// <summary>The orders, by their id.</summary>
    public Dictionary<int, OrderFacts> Orders { get; } = [];

    /// <summary>The attempts to check out, by their tid.</summary>
    public Dictionary<string, CheckoutFacts> Checkouts { get; } = [];

    /// <summary>The payment provider's ledger.</summary>
    public List<ChargeExport> Charges { get; } = [];

    /// <summary>What the services have finished, where there is an audit log to compare it with.</summary>
    public List<LogRow> Finished { get; } = [];

    /// <summary>What the audit log says.</summary>
    public List<LogRow> Logged { get; } = [];

    /// <summary>The sessions that count as abandoned.</summary>
    public List<CartAbandoned> Abandonments { get; } = [];

    /// <summary>How many of them may have come about while the audit was reading.</summary>
    public int RecentAbandonments { get; set; }

    /// <summary>The driver's seals of its sessions.</summary>
    public List<SealOperation> Seals { get; } = [];

    /// <summary>When the last item was in its cart, ticks of the history; <see cref="long.MaxValue"/> if it is not known; 0 if none was.</summary>
    public long LastAdd { get; set; }

    /// <summary>The driver's session in which that was; 0 if none was.</summary>
    public int LastSession { get; set; }

    public OrderFacts Order(int orderId)
    {
        if (!Orders.TryGetValue(orderId, out var order))
            Orders.Add(orderId, order = new OrderFacts(id, orderId));
        return order;
    }

    /// <summary>The attempt with this tid.</summary>
    public CheckoutFacts Checkout(string tid)
    {
        if (!Checkouts.TryGetValue(tid, out var checkout))
            Checkouts.Add(tid, checkout = new CheckoutFacts(tid));
        return checkout;
    }

    /// <summary>Notes that a service's record of an order carries a tid.</summary>
    /// <param name="tid">The transaction; empty for pre-populated data.</param>
    /// <returns>The order.</returns>
    public OrderFacts Trace(int orderId, string tid)
    {
        var order = Order(orderId);
        if (tid.Length > 0)
        {
            var orders = Checkout(tid).Orders;
            if (!orders.Contains(order))
                orders.Add(order);
        }

        return order;
    }
}

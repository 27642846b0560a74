using Marketplace.Audit.Checks;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Spilling;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Deliveries;

/// <summary>
/// Brings together what the driver saw of Update Deliveries, what they delivered and what was open, each sorted as it is needed:
/// O(n log n) time, bounded memory.
/// </summary>
internal sealed class DeliveryAudit(AuditHistory history, DeliveryRule rule, AtomDelivery atom, int partitions) : IDisposable
{
    private readonly ClockOffset _clock = new(history);
    private readonly SpillSorter<OpenOrderRow> _open = new(static (a, b) => a.Opened.CompareTo(b.Opened));
    private readonly SpillSorter<DeliveryRow> _sent = new(static (a, b) => a.Number.CompareTo(b.Number));
    private readonly SpillSorter<DeliveredRow> _byNumber = new(static (a, b) => a.Number.CompareTo(b.Number));
    private readonly SpillSorter<DeliveredRow> _byCustomer = new((a, b) =>
        Partition.Of(a.CustomerId, partitions).CompareTo(Partition.Of(b.CustomerId, partitions)));

    private readonly SpillSorter<DeliverySpan> _spans = new(static (a, b) => a.From.CompareTo(b.From));

    /// <summary>Records of Update Deliveries of other runs.</summary>
    public long Foreign { get; private set; }

    /// <summary>Reads what Update Deliveries delivered.</summary>
    public async Task Load(IFactSource facts, CancellationToken cancellationToken)
    {
        await foreach (var export in facts.Read(Export.Deliveries, Partition.All, cancellationToken))
        {
            var number = history.NumberOf(export.Tid);
            Foreign += number == 0 ? 1 : 0;
            foreach (var order in export.Chosen)
            {
                var age = new ShipmentAge(order.RequestDate.Ticks, order.Partition, order.ShipmentId);
                var row = new DeliveredRow(number, export.Time.Ticks, order.SellerId, order.CustomerId, order.OrderId, age, order.Packages);
                _byCustomer.Add(row);
                if (number != 0)
                    _byNumber.Add(row);
            }
        }

        foreach (var operation in history.Read())
        {
            if (operation is UpdateDeliveryOperation x)
                _sent.Add(new DeliveryRow(history.NumberOf(x.Tid), x.Sent, x.Completed, x.Outcome, x.Sellers, x.Packages));
        }
    }

    /// <summary>What the driver saw of Update Deliveries, by the numbers of their tids.</summary>
    public IEnumerable<DeliveryRow> Sent() => _sent.Sorted();

    /// <summary>What Update Deliveries delivered, by partition of the customers.</summary>
    public IEnumerable<DeliveredRow> ByCustomer() => _byCustomer.Sorted();

    /// <summary>Takes up the orders of a customer.</summary>
    public void Add(CustomerFacts customer)
    {
        foreach (var checkout in customer.Checkouts.Values)
        {
            if (Known(checkout) is { } sent)
            {
                foreach (var export in checkout.Orders.SelectMany(static order => order.Exports))
                    _clock.Add(sent, export.Order.PurchaseDate);
            }
        }

        foreach (var order in customer.Orders.Values)
        {
            // By its own tid: the services of a wrong system may name different transactions for one order.
            foreach (var shipment in order.Shipments)
            {
                if (!customer.Checkouts.TryGetValue(shipment.Tid, out var checkout) || Known(checkout) is not { } sent)
                    continue;

                // The silo stamps a shipment before it can be delivered, and within the checkout: so it is open one duration later.
                var id = shipment.Packages.FirstOrDefault()?.ShipmentId ?? 0;
                var age = new ShipmentAge(shipment.Shipment.RequestDate.Ticks, shipment.Partition, id);
                var opened = age.RequestDate + history.Duration(sent);
                foreach (var seller in shipment.Packages.GroupBy(package => package.SellerId))
                    _open.Add(new OpenOrderRow(opened, Closed(seller), age, seller.Key, customer.Id, order.OrderId));
            }
        }
    }

    /// <summary>Examines all Update Deliveries, once all customers have been added.</summary>
    public void Examine()
    {
        var rows = new List<DeliveredRow>();
        using var delivered = new PeekingReader<DeliveredRow>(_byNumber.Sorted());
        foreach (var sent in Sent())
        {
            while (delivered.TryPeek(out var row) && row.Number < sent.Number)
                Examine(row.Number, null, Take(delivered, row.Number, rows));
            Examine(sent.Number, sent, Take(delivered, sent.Number, rows));
        }

        while (delivered.TryPeek(out var row))
            Examine(row.Number, null, Take(delivered, row.Number, rows));
        using var open = new PeekingReader<OpenOrderRow>(_open.Sorted());
        rule.Examine(_spans.Sorted(), new OpenOrders(open));
    }

    public void Dispose()
    {
        _open.Dispose();
        _sent.Dispose();
        _byNumber.Dispose();
        _byCustomer.Dispose();
        _spans.Dispose();
    }

    // When an order of unknown outcome was open to deliveries nobody can say; it is left out, as is one that nobody sent.
    private static CheckoutOperation? Known(CheckoutFacts checkout) =>
        checkout.Operation is { Stage: CheckoutStage.Requested, Outcome: OutcomeClass.Committed } sent ? sent : null;

    private static long Closed(IEnumerable<Package> packages) =>
        packages.Max(package => package is { Status: PackageStatus.Delivered, DeliveryDate: { } date } ? date.Ticks : long.MaxValue);

    private static List<DeliveredRow> Take(PeekingReader<DeliveredRow> delivered, long number, List<DeliveredRow> rows)
    {
        rows.Clear();
        for (; delivered.TryPeek(out var row) && row.Number == number; delivered.Next())
            rows.Add(row);
        return rows;
    }

    private void Examine(long number, DeliveryRow? sent, List<DeliveredRow> rows)
    {
        var tid = RunNames.Tid(history.Run, number);
        atom.Examine(tid, sent, rows);
        rule.Examine(tid, rows);
        if (sent is not { Outcome: OutcomeClass.Committed } delivery)
            return;
        var window = Window(delivery, rows);
        rule.Count(rows.Sum(row => row.Packages), isJudged: window is not null);
        if (window is not { } known)
            return;
        var span = new DeliverySpan { Number = number, From = known.From, Until = known.Until };
        foreach (var row in rows.DistinctBy(row => row.SellerId).Take(DeliveryRule.SellersMax))
            span.Chosen[span.Count++] = new DeliverySpan.ChosenOrder(row.SellerId, row.Age);
        _spans.Add(span);
    }

    // A delivery stamps what it delivers between its begin and its end, so both lie within one duration of every stamp.
    private (long From, long Until)? Window(DeliveryRow sent, List<DeliveredRow> rows)
    {
        var window = _clock.Window(sent.Sent, sent.Completed);
        if (rows.Count == 0)
            return window;
        var duration = history.Clock.Between(sent.Sent, sent.Completed).Ticks + 1;
        var (from, until) = (rows.Max(row => row.Time) - duration, rows.Min(row => row.Time) + duration);
        return window is { } other ? (Math.Max(from, other.From), Math.Min(until, other.Until)) : (from, until);
    }
}

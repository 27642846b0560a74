using Marketplace.Contracts.Audit;
using Marketplace.Driver.Audit.Checks;
using Marketplace.Driver.Audit.Facts;
using Marketplace.Driver.Audit.Spilling;
using Marketplace.Driver.History;

namespace Marketplace.Driver.Audit.Dashboards;

/// <summary>
/// Holds what dashboards showed against the orders that were there, by the times that the driver has of all of them: seller by seller, in the
/// order of time. Everything is sorted on disk.
/// </summary>
/// <param name="history">What the driver did.</param>
/// <param name="run">Tells whether dashboards were asked for.</param>
/// <param name="check">Told of each dashboard.</param>
internal sealed class DashboardAudit(AuditHistory history, RunFacts run, DashFresh check) : IDisposable
{
    private readonly SpillSorter<FreshRow> _rows = new(FreshRow.Compare);
    private readonly SpillSorter<ClosedRow> _closed = new(static (a, b) => a.Number.CompareTo(b.Number));
    private readonly SpillSorter<DeliveryRow> _deliveries = new(static (a, b) => a.Number.CompareTo(b.Number));

    private bool IsNeeded => run.Dashboards > 0 && run.Foreign == 0;

    /// <summary>Takes up the orders of a customer.</summary>
    /// <param name="customer">The customer.</param>
    public void Add(CustomerFacts customer)
    {
        if (!IsNeeded)
            return;
        foreach (var order in customer.Orders.Values)
        {
            foreach (var entry in order.Entries)
                Add(customer, order, entry);
        }
    }

    /// <summary>Examines the dashboards, once all customers have been added.</summary>
    public void Examine()
    {
        if (!IsNeeded)
        {
            if (run.Foreign > 0)
                check.Hide("the orders of other runs are on the dashboards");
            return;
        }

        AddHistory();
        AddClosed();
        var (seller, count) = (0, default(Counts));
        var asked = new Dictionary<long, Counts>();
        foreach (var row in _rows.Sorted())
        {
            if (row.SellerId != seller)
                (seller, count) = (row.SellerId, default);
            if (row.Kind == FreshKind.Asked)
                asked[row.Number] = count;
            else if (row.Kind != FreshKind.Answered)
                count.Add(row);
            else if (asked.Remove(row.Number, out var before))
                check.Examine(row, Math.Max(0, before.Opened - count.MayClose), count.MayOpen - before.Closed, history);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _rows.Dispose();
        _closed.Dispose();
        _deliveries.Dispose();
    }

    private void Add(CustomerFacts customer, OrderFacts order, EntryExport entry)
    {
        // Pre-populated orders are on no dashboard.
        if (!customer.Checkouts.TryGetValue(entry.Tid, out var checkout) || checkout.Operation is not { } sent)
            return;
        var (seller, entries) = (entry.Details.SellerId, entry.Entries.Length);
        var isAcknowledged = sent.Outcome is OutcomeClass.Committed or OutcomeClass.PaymentFailed;
        _rows.Add(new FreshRow(seller, sent.Sent, FreshKind.MayOpen, entries, 0));
        if (isAcknowledged)
            _rows.Add(new FreshRow(seller, sent.Completed, FreshKind.Opened, entries, 0));
        if (entry.Open)
            return;
        if (order.Deliveries.Count == 0)
        {
            // Its payment failed: it was there within the checkout at most.
            _rows.Add(new FreshRow(seller, sent.Sent, FreshKind.MayClose, entries, 0));
            if (isAcknowledged)
                _rows.Add(new FreshRow(seller, sent.Completed, FreshKind.Closed, entries, 0));
            return;
        }

        var last = order.Deliveries.Max(static delivery => delivery.Time);
        var numbers = order.Deliveries.Where(delivery => delivery.Time == last).Select(static delivery => delivery.Number).Distinct().ToList();
        _closed.Add(new ClosedRow(numbers[0], seller, entries, IsCertain: numbers.Count == 1));
    }

    private void AddHistory()
    {
        foreach (var operation in history.Read())
        {
            var number = history.NumberOf(operation.Tid);
            if (operation is UpdateDeliveryOperation x)
            {
                _deliveries.Add(new DeliveryRow(number, x.Sent, x.Completed, x.Outcome, x.Sellers, x.Packages));
            }
            else if (operation is DashboardOperation { Outcome: OutcomeClass.Committed, IsConsistent: true } dashboard)
            {
                _rows.Add(new FreshRow(dashboard.SellerId, dashboard.Sent, FreshKind.Asked, 0, number));
                _rows.Add(new FreshRow(dashboard.SellerId, dashboard.Completed, FreshKind.Answered, dashboard.Entries, number));
            }
        }
    }

    private void AddClosed()
    {
        using var deliveries = new PeekingReader<DeliveryRow>(_deliveries.Sorted());
        foreach (var closed in _closed.Sorted())
        {
            while (deliveries.TryPeek(out var earlier) && earlier.Number < closed.Number)
                deliveries.Next();
            var isKnown = deliveries.TryPeek(out var sent) && sent.Number == closed.Number;
            _rows.Add(new FreshRow(closed.SellerId, isKnown && closed.IsCertain ? sent.Sent : long.MinValue, FreshKind.MayClose, closed.Entries, 0));
            if (isKnown && closed.IsCertain && sent.Outcome == OutcomeClass.Committed)
                _rows.Add(new FreshRow(closed.SellerId, sent.Completed, FreshKind.Closed, closed.Entries, 0));
        }
    }

    // Entries of one seller until a moment.
    private record struct Counts(long MayOpen, long MayClose, long Opened, long Closed)
    {
        public void Add(in FreshRow row) => this = row.Kind switch
        {
            FreshKind.MayOpen => this with { MayOpen = MayOpen + row.Entries },
            FreshKind.MayClose => this with { MayClose = MayClose + row.Entries },
            FreshKind.Opened => this with { Opened = Opened + row.Entries },
            _ => this with { Closed = Closed + row.Entries },
        };
    }
}

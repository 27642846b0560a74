using Marketplace.Audit.Checks;
using Marketplace.Audit.Spilling;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Dashboards;

/// <summary>
/// Holds what dashboards showed against the orders that were there, by the times that the driver has of all of them: seller by seller, in the
/// order of time. Everything is sorted on disk.
/// </summary>
/// <param name="run">Tells whether dashboards were asked for.</param>
internal sealed class DashboardAudit(AuditHistory history, RunFacts run, DashFresh check) : IDisposable
{
    private readonly SpillSorter<FreshRow> _rows = new(FreshRow.Compare);
    private readonly SpillSorter<ClosedRow> _closed = new(static (a, b) => a.Number.CompareTo(b.Number));

    private long _ended;

    private bool IsNeeded => run.Dashboards > 0 && run.Foreign == 0;

    /// <summary>Takes up the orders of a customer.</summary>
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
    /// <param name="sent">What the driver saw of Update Deliveries, by the numbers of their tids.</param>
    public void Examine(IEnumerable<DeliveryRow> sent)
    {
        if (!IsNeeded)
        {
            if (run.Foreign > 0)
                check.Hide("the orders of other runs are on the dashboards");
            return;
        }

        AddDashboards();
        AddClosed(sent);
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

    public void Dispose()
    {
        _rows.Dispose();
        _closed.Dispose();
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

        // Of several deliveries that overlap none is known to be the one that ended the order.
        _ended++;
        foreach (var number in order.Deliveries.Select(static delivery => delivery.Number).Distinct())
            _closed.Add(new ClosedRow(number, _ended, seller, entries));
    }

    private void AddDashboards()
    {
        foreach (var operation in history.Read())
        {
            if (operation is DashboardOperation { Outcome: OutcomeClass.Committed, IsConsistent: true } dashboard)
            {
                var number = history.NumberOf(operation.Tid);
                _rows.Add(new FreshRow(dashboard.SellerId, dashboard.Sent, FreshKind.Asked, 0, number));
                _rows.Add(new FreshRow(dashboard.SellerId, dashboard.Completed, FreshKind.Answered, dashboard.Entries, number));
            }
        }
    }

    private void AddClosed(IEnumerable<DeliveryRow> allSent)
    {
        using var ends = new SpillSorter<EndRow>(static (a, b) => a.Entry.CompareTo(b.Entry));
        using var deliveries = new PeekingReader<DeliveryRow>(allSent);
        foreach (var closed in _closed.Sorted())
        {
            while (deliveries.TryPeek(out var earlier) && earlier.Number < closed.Number)
                deliveries.Next();
            var isKnown = deliveries.TryPeek(out var sent) && sent.Number == closed.Number;
            ends.Add(new EndRow(
                closed.Entry, closed.SellerId, closed.Entries, isKnown ? sent.Sent : long.MinValue,
                isKnown && sent.Outcome == OutcomeClass.Committed ? sent.Completed : long.MaxValue));
        }

        using var rows = new PeekingReader<EndRow>(ends.Sorted());
        while (rows.TryPeek(out var end))
        {
            // It ended when the last of its packages was delivered: after all were sent, and before the last of them was acknowledged.
            rows.Next();
            while (rows.TryPeek(out var other) && other.Entry == end.Entry)
            {
                end = end with { Sent = Math.Max(end.Sent, other.Sent), Completed = Math.Max(end.Completed, other.Completed) };
                rows.Next();
            }

            _rows.Add(new FreshRow(end.SellerId, end.Sent, FreshKind.MayClose, end.Entries, 0));
            if (end.Completed < long.MaxValue)
                _rows.Add(new FreshRow(end.SellerId, end.Completed, FreshKind.Closed, end.Entries, 0));
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

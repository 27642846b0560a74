using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Simulation.Faults;
using Marketplace.Storage.Postgres.Dashboards;

namespace Marketplace.Simulation.Storage;

/// <summary>The tables of dashboards in the twin of PostgreSQL, as the statements of a batch change them.</summary>
/// <param name="mutant">The bug that is put in on purpose.</param>
internal sealed class TwinDashboardRows(Mutant mutant)
{
    private readonly SortedDictionary<(int Seller, int Customer, int Order, int Id), OrderEntry> _entries = [];
    private readonly SortedDictionary<int, Aggregate> _aggregates = [];

    /// <summary>Does what a batch does.</summary>
    /// <param name="owner">Number of the writer where several write, each the rows that are its own; null where it is alone.</param>
    public void Change(DashboardRows rows, long? owner)
    {
        foreach (var seller in rows.ShownAnew)
        {
            _aggregates[seller] = new Aggregate { Owner = owner ?? 0 };
            Remove([.. _entries.Keys.Where(key => key.Seller == seller)], isCounted: false);
        }

        foreach (var seller in rows.Known)
        {
            var aggregate = Of(seller, owner ?? 0);
            if (owner is null || aggregate.Owner == owner)
                aggregate.IsKnown = true;
        }

        Remove(
            [.. _entries.Keys.Where(key => rows.Left.Contains((key.Seller, key.Customer, key.Order)) && IsOf(key.Seller, owner))], isCounted: true);
        Add([.. rows.Issued.Where(entry => IsOf(entry.SellerId, owner) && (mutant == Mutant.CountedTwice || !_entries.ContainsKey(Key(entry))))]);
        foreach (var entry in rows.Changed.Where(entry => IsOf(entry.SellerId, owner) && _entries.ContainsKey(Key(entry))))
            _entries[Key(entry)] = entry;
        foreach (var seller in rows.ShownAnew)
        {
            if (_aggregates[seller] is { IsKnown: false, Items: 0 })
                _aggregates.Remove(seller);
        }
    }

    /// <summary>Reads the aggregate and the entries of a seller.</summary>
    public (Answer<SellerDashboard> Dashboard, long Owner) Read(int seller)
    {
        if (!_aggregates.TryGetValue(seller, out var found) || !found.IsKnown)
            return (DashboardRows.Answer(null, []), 0);
        var entries = _entries.Where(entry => entry.Key.Seller == seller).Select(static entry => entry.Value).ToList();
        return (DashboardRows.Answer(found.ToView(seller), entries), found.Owner);
    }

    /// <summary>Empties them.</summary>
    /// <param name="ingestedToo">Whether sellers are no longer known either.</param>
    public void Empty(bool ingestedToo)
    {
        _entries.Clear();
        if (ingestedToo)
            _aggregates.Clear();
        foreach (var aggregate in _aggregates.Values)
            aggregate.Reset();
    }

    private static (int Seller, int Customer, int Order, int Id) Key(OrderEntry entry) =>
        (entry.SellerId, entry.CustomerId, entry.OrderId, entry.Id);

    private bool IsOf(int seller, long? owner) =>
        owner is null || mutant == Mutant.RowsOfOthers || (_aggregates.TryGetValue(seller, out var aggregate) && aggregate.Owner == owner);

    private Aggregate Of(int seller, long owner)
    {
        if (!_aggregates.TryGetValue(seller, out var aggregate))
            _aggregates.Add(seller, aggregate = new Aggregate { Owner = owner });
        return aggregate;
    }

    private void Remove(List<(int Seller, int Customer, int Order, int Id)> keys, bool isCounted)
    {
        var gone = keys.ConvertAll(key => _entries[key]);
        foreach (var key in keys)
            _entries.Remove(key);
        if (isCounted)
            Count(gone, sign: -1);
    }

    private void Add(List<OrderEntry> entries)
    {
        foreach (var entry in entries)
            _entries[Key(entry)] = entry;
        Count(entries, sign: 1);
    }

    private void Count(List<OrderEntry> entries, int sign)
    {
        foreach (var some in entries.GroupBy(static entry => entry.SellerId))
            Of(some.Key, owner: 0).Count([.. some], sign);
    }

    private sealed class Aggregate
    {
        private int _orders;
        private (decimal Amount, decimal Freight, decimal Incentive, decimal Invoice, decimal Items) _totals;

        public long Owner { get; init; }

        public bool IsKnown { get; set; }

        public int Items { get; private set; }

        public void Count(List<OrderEntry> entries, int sign)
        {
            _orders += sign * entries.DistinctBy(static entry => (entry.CustomerId, entry.OrderId)).Count();
            Items += sign * entries.Count;
            foreach (var entry in entries)
            {
                _totals.Amount += sign * entry.TotalAmount;
                _totals.Freight += sign * entry.FreightValue;
                _totals.Incentive += sign * entry.TotalIncentive;
                _totals.Invoice += sign * entry.TotalInvoice;
                _totals.Items += sign * entry.TotalItems;
            }
        }

        public void Reset() => (_orders, Items, _totals) = (0, 0, default);

        public OrderSellerView ToView(int seller) =>
            new(seller, _orders, Items, _totals.Amount, _totals.Freight, _totals.Incentive, _totals.Invoice, _totals.Items);
    }
}

using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Grains.Dashboards;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>What a batch does to dashboards: of each order what became of it in the end, whatever happened to it on the way.</summary>
internal sealed class DashboardRows
{
    private readonly SortedSet<int> _known = [];
    private readonly SortedSet<(int Seller, int Customer, int Order)> _left = [];
    private readonly SortedDictionary<(int Seller, int Customer, int Order), (bool AreNew, ImmutableArray<OrderEntry> Entries)> _set = [];

    /// <summary>Sellers that are new or were known.</summary>
    public IReadOnlyCollection<int> Known => _known;

    /// <summary>Orders whose entries go. They go before others come.</summary>
    public IReadOnlyCollection<(int Seller, int Customer, int Order)> Left => _left;

    /// <summary>Entries that come.</summary>
    public IEnumerable<OrderEntry> Issued => _set.Values.Where(static order => order.AreNew).SelectMany(static order => order.Entries);

    /// <summary>Entries that are there and change.</summary>
    public IEnumerable<OrderEntry> Changed => _set.Values.Where(static order => !order.AreNew).SelectMany(static order => order.Entries);

    /// <summary>Takes a change, after those before it.</summary>
    public void Add(DashboardChange change)
    {
        var key = (change.SellerId, change.CustomerId, change.OrderId);
        switch (change.Kind)
        {
            case DashboardChangeKind.Known:
                _known.Add(change.SellerId);
                break;
            case DashboardChangeKind.Issued:
                _set[key] = (AreNew: true, change.Entries);
                break;
            case DashboardChangeKind.Changed:
                _set[key] = (_set.GetValueOrDefault(key).AreNew, change.Entries);
                break;
            default:
                _set.Remove(key);
                _left.Add(key);
                break;
        }
    }
}

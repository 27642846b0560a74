using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.Seller;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>What changes do to the tables of dashboards: of each order what became of it in the end, whatever happened to it on the way.</summary>
internal sealed class DashboardRows
{
    private readonly HashSet<int> _shownAnew = [];
    private readonly HashSet<int> _known = [];
    private readonly HashSet<(int Seller, int Customer, int Order)> _left = [];
    private readonly Dictionary<(int Seller, int Customer, int Order), (bool AreNew, ImmutableArray<OrderEntry> Entries)> _set = [];

    /// <param name="changes">In their order.</param>
    public DashboardRows(IEnumerable<DashboardChange> changes)
    {
        foreach (var change in changes)
            Add(change);
    }

    /// <summary>Sellers that begin anew, with nothing. They do before anything else.</summary>
    public IReadOnlyCollection<int> ShownAnew => _shownAnew;

    /// <summary>Sellers that are new or were known.</summary>
    public IReadOnlyCollection<int> Known => _known;

    /// <summary>Orders whose entries go. They go before others come.</summary>
    public IReadOnlyCollection<(int Seller, int Customer, int Order)> Left => _left;

    /// <summary>Entries that come.</summary>
    public IEnumerable<OrderEntry> Issued => Entries(areNew: true);

    /// <summary>Entries that are there and change.</summary>
    public IEnumerable<OrderEntry> Changed => Entries(areNew: false);

    /// <summary>What is answered to who asks for a dashboard.</summary>
    /// <param name="view">The aggregate; null if there is no such seller.</param>
    /// <param name="entries">Its entries, in any order.</param>
    public static Answer<SellerDashboard> Answer(OrderSellerView? view, List<OrderEntry> entries)
    {
        if (view is null)
            return SellerRefusals.Unknown;

        // As the seller itself shows them.
        entries.Sort(static (a, b) => (a.CustomerId, a.OrderId, a.Id).CompareTo((b.CustomerId, b.OrderId, b.Id)));
        return new SellerDashboard(view, [.. entries]);
    }

    private void Add(DashboardChange change)
    {
        var key = (change.SellerId, change.CustomerId, change.OrderId);
        switch (change.Kind)
        {
            case DashboardChangeKind.ShownAnew:
                Forget(change.SellerId);
                _shownAnew.Add(change.SellerId);
                break;
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
                // What came a moment ago is not in the table.
                if (!(_set.Remove(key, out var order) && order.AreNew))
                    _left.Add(key);

                break;
        }
    }

    private void Forget(int seller)
    {
        _known.Remove(seller);
        _left.RemoveWhere(key => key.Seller == seller);
        foreach (var key in _set.Keys.Where(key => key.Seller == seller).ToList())
            _set.Remove(key);
    }

    private IEnumerable<OrderEntry> Entries(bool areNew) =>
        _set.Values.Where(order => order.AreNew == areNew).SelectMany(static order => order.Entries);
}

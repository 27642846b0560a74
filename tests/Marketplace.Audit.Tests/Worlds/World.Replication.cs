using System.Collections.Immutable;
using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Tests;

/// <summary>What carts know of products: all, at once. Each update reaches the cart of customer 1; checkouts read what the product is.</summary>
internal sealed partial class World
{
    private readonly Dictionary<int, int> _records = [];

    /// <summary>Updates of products; null if the silo records none.</summary>
    public List<ProductUpdateExport>? ProductUpdates { get; set; }

    /// <summary>What checkouts read.</summary>
    public List<ReplicaReadExport> Reads { get; } = [];

    /// <summary>What reached carts.</summary>
    public List<ReplicaApplyExport> Applies { get; } = [];

    /// <summary>The level that the settings ask for.</summary>
    public ReplicationLevel Replication { get; set; }

    /// <summary>From now on products are replicated, and the silo records it.</summary>
    public World Replicate()
    {
        (ProductUpdates, Replication) = ([], ReplicationLevel.CausalAcrossObjects);
        return this;
    }

    /// <summary>A customer fills a cart with a product, and leaves it so; it knows what the product is.</summary>
    public World Keep(int customer, int seller, int product)
    {
        Add(customer);
        var entity = Product(seller, product).Product;
        Carts.Edit(cart => cart.CustomerId == customer, cart => cart with
        {
            Session = cart.Session + 1,
            Items = [new CartItem(seller, product, "Lamp", entity.Price, 1.5m, 1, 0m, entity.Version)],
            Replicas = [new ReplicaExport(seller, product, entity.Version, entity.Price)],
        });
        return this;
    }

    private void RecordUpdate(string tid, int seller, int product)
    {
        if (ProductUpdates is null)
            return;
        var export = Product(seller, product);
        var place = ProductUpdates.Count(update => update.Seller == seller) + 1;
        var update = new ProductUpdateExport(
            tid, seller, product, export.Product.Version, export.Product.Price, export.Sequence, place, Stamp(Now));
        ProductUpdates.Add(update);
        Applies.Add(new ReplicaApplyExport(
            1, NextRecord(1), seller, product, update.Version, update.Price, update.Sequence, place, update.Time.AddMilliseconds(2)));
    }

    private void RecordRead(string tid, int customer, IEnumerable<SentItem> items)
    {
        if (ProductUpdates is null)
            return;
        var keys = items.Select(item => (Seller: item.SellerId, Product: item.ProductId)).Distinct().ToList();
        var known = keys.Select(key => ProductUpdates.LastOrDefault(update => (update.Seller, update.Product) == key)).OfType<ProductUpdateExport>();
        var sellers = keys.Select(key => key.Seller).Distinct()
            .Select(seller => new ReplicaReadSeller(seller, ProductUpdates.Count(update => update.Seller == seller)));
        Reads.Add(new ReplicaReadExport(tid, customer, NextRecord(customer), [.. sellers], [.. known.Select(Read)]));
    }

    private static ReplicaReadProduct Read(ProductUpdateExport update) =>
        new(update.Seller, update.Product, update.Version, update.Price, update.Sequence, update.SellerSequence);

    private int NextRecord(int customer) => _records[customer] = _records.GetValueOrDefault(customer) + 1;
}

using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Tests;

/// <summary>Price updates, product deletes, update deliveries and dashboards.</summary>
internal sealed partial class World
{
    /// <summary>A price update.</summary>
    /// <param name="named">The version that it names; the current one, if not said.</param>
    public string UpdatePrice(
        int seller, int product, decimal price, OutcomeClass heard = OutcomeClass.Committed, bool applied = true, string? named = null)
    {
        var (tid, sent, completed, _) = Begin();
        var version = named ?? Product(seller, product).Product.Version;
        if (applied)
            EditProduct(seller, product, tid, p => p with { Price = price });
        History.Add(new PriceUpdateOperation
        {
            Tid = tid,
            Worker = 0,
            Planned = sent,
            Sent = sent,
            Completed = completed,
            Outcome = heard,
            HttpStatus = heard.IsUnknown() ? 0 : 202,
            SellerId = seller,
            ProductId = product,
            Version = version,
            Price = price,
            Sequence = heard == OutcomeClass.Committed ? Product(seller, product).Sequence : 0,
        });
        return tid;
    }

    /// <summary>A product delete.</summary>
    public string Delete(int seller, int product, decimal price, OutcomeClass heard = OutcomeClass.Committed, bool applied = true)
    {
        var (tid, sent, completed, stamp) = Begin();
        var version = Product(seller, product).Product.Version;
        if (applied)
        {
            AddStockEvent(seller, product, tid, StockEventKind.Deleted, 0, stamp);
            EditProduct(seller, product, tid, p => p with { Price = price, Version = tid });
            Stock.Edit(s => (s.Item.SellerId, s.Item.ProductId) == (seller, product), s => s with { Item = s.Item with { Version = tid } });
        }

        History.Add(new ProductDeleteOperation
        {
            Tid = tid,
            Worker = 0,
            Planned = sent,
            Sent = sent,
            Completed = completed,
            Outcome = heard,
            HttpStatus = heard.IsUnknown() ? 0 : 202,
            SellerId = seller,
            ProductId = product,
            OldVersion = version,
            NewVersion = tid,
            Price = price,
            Sequence = heard == OutcomeClass.Committed ? Product(seller, product).Sequence : 0,
        });
        return tid;
    }

    /// <summary>An update delivery: the first ten sellers, the oldest open order of each.</summary>
    /// <param name="skip">Sellers that it passes over, against the rule.</param>
    public string Deliver(OutcomeClass heard = OutcomeClass.Committed, params int[] skip)
    {
        var (tid, sent, completed, stamp) = Begin();
        var oldest = Shipments
            .SelectMany(s => s.Packages.Where(p => p.Status == PackageStatus.Shipped).Select(p => (s, seller: p.SellerId)).Distinct())
            .Where(open => !skip.Contains(open.seller))
            .OrderBy(open => (open.s.Shipment.RequestDate, open.s.Partition, open.s.Packages[0].ShipmentId))
            .DistinctBy(open => open.seller)
            .Take(10)
            .ToList();
        var chosen = oldest.Select(open => Deliver(open.s.Tid, open.seller, stamp)).ToList();

        // Each partition records what was delivered in it.
        foreach (var partition in chosen.GroupBy(order => order.Partition))
            Deliveries.Add(new DeliveryExport(tid, stamp, [.. partition]));
        var answered = heard == OutcomeClass.Committed ? chosen : [];
        History.Add(Delivery(tid, sent, completed, heard, answered.Count, answered.Sum(order => order.Packages)));
        return tid;
    }

    /// <summary>An update delivery that answered this, and did nothing.</summary>
    public void NoDelivery(string tid, int sellers, int packages)
    {
        var (_, sent, completed, _) = Begin();
        History.Add(Delivery(tid, sent, completed, OutcomeClass.Committed, sellers, packages));
    }

    /// <summary>A dashboard that was answered.</summary>
    /// <param name="entries">How many entries it shows; those that are open, if not said.</param>
    public void Dashboard(int seller, bool isConsistent = true, int? entries = null)
    {
        var (tid, sent, completed, _) = Begin();
        History.Add(new DashboardOperation
        {
            Tid = tid,
            Worker = 0,
            Planned = sent,
            Sent = sent,
            Completed = completed,
            Outcome = OutcomeClass.Committed,
            HttpStatus = 200,
            SellerId = seller,
            Entries = entries ?? Entries.Where(entry => entry.Open && entry.Details.SellerId == seller).Sum(entry => entry.Entries.Length),
            IsConsistent = isConsistent,
        });
    }

    /// <summary>An item that was put into a cart.</summary>
    public void Add(int customer)
    {
        var (tid, sent, completed, _) = Begin();
        History.Add(new AddOperation
        {
            Tid = tid,
            Worker = 0,
            Planned = sent,
            Sent = sent,
            Completed = completed,
            Outcome = OutcomeClass.Committed,
            HttpStatus = 200,
            CustomerId = customer,
            Session = 1,
        });
    }

    /// <summary>Makes everything that happened so far another run's.</summary>
    public void Rename(string run)
    {
        string Of(string tid) => tid.StartsWith(Run + "-", StringComparison.Ordinal) ? run + tid[Run.Length..] : tid;
        Replace(Attempts, x => x with { Tid = Of(x.Tid) });
        Replace(Orders, x => x with { Tid = Of(x.Tid) });
        Replace(Payments, x => x with { Tid = Of(x.Tid) });
        Replace(Shipments, x => x with { Tid = Of(x.Tid) });
        Replace(Entries, x => x with { Tid = Of(x.Tid) });
        Replace(Deliveries, x => x with { Tid = Of(x.Tid) });
        Replace(Products, x => x with { LastTid = Of(x.LastTid), Product = x.Product with { Version = Of(x.Product.Version) } });
        Replace(Stock, x => x with { Item = x.Item with { Version = Of(x.Item.Version) } });

        static void Replace<T>(List<T> records, Func<T, T> edit)
        {
            for (var i = 0; i < records.Count; i++)
                records[i] = edit(records[i]);
        }
    }

    public ProductExport Product(int seller, int product) =>
        Products.Single(p => (p.Product.SellerId, p.Product.ProductId) == (seller, product));

    private static UpdateDeliveryOperation Delivery(
        string tid, long sent, long completed, OutcomeClass heard, int sellers, int packages)
    {
        return new UpdateDeliveryOperation
        {
            Tid = tid,
            Worker = 0,
            Planned = sent,
            Sent = sent,
            Completed = completed,
            Outcome = heard,
            HttpStatus = heard.IsUnknown() ? 0 : 202,
            Sellers = sellers,
            Packages = packages,
        };
    }

    private void EditProduct(int seller, int product, string tid, Func<Product, Product> edit)
    {
        Products.Edit(
            p => (p.Product.SellerId, p.Product.ProductId) == (seller, product),
            p => p with { Product = edit(p.Product), Sequence = p.Sequence + 1, LastTid = tid });
        RecordUpdate(tid, seller, product);
    }

    private DeliveredOrder Deliver(string order, int seller, DateTime stamp)
    {
        Shipments.Edit(s => s.Tid == order, s =>
        {
            Package Arrive(Package p) => p with { Status = PackageStatus.Delivered, DeliveryDate = stamp };
            var packages = s.Packages.Select(p => p.SellerId == seller ? Arrive(p) : p).ToList();
            var done = packages.TrueForAll(p => p.Status == PackageStatus.Delivered);
            return s with
            {
                Shipment = s.Shipment with { Status = done ? ShipmentStatus.Concluded : ShipmentStatus.DeliveryInProgress },
                Packages = [.. packages],
            };
        });
        var shipment = Shipments.Single(s => s.Tid == order);
        var delivered = shipment.Packages.Count(p => p.SellerId == seller);
        var concluded = shipment.Shipment.Status == ShipmentStatus.Concluded;
        Entries.Edit(e => e.Tid == order && e.Details.SellerId == seller, e => e with
        {
            DeliveryNotifications = e.DeliveryNotifications + delivered,
            Entries = [.. e.Entries.Select(line => line with { DeliveryStatus = PackageStatus.Delivered, DeliveryDate = stamp })],
        });
        EditCustomer(shipment.Shipment.CustomerId, c => c with { DeliveryCount = c.DeliveryCount + delivered });
        var status = concluded ? OrderStatus.Delivered : OrderStatus.InTransit;
        Orders.Edit(o => o.Tid == order, o => o.Order.Status == status ? o : o with
        {
            Order = o.Order with { Status = status },
            History = o.History.Add(new OrderHistory(o.History.Length + 1, o.Order.Id, stamp, status)),
        });
        foreach (var entry in concluded ? Entries.Where(e => e.Tid == order).ToList() : [])
        {
            Entries.Edit(e => e == entry, e => e with { Open = false, ConclusionNotifications = 1 });
            Sellers.Edit(s => s.SellerId == entry.Details.SellerId, s => s with { EntriesOpen = s.EntriesOpen - entry.Entries.Length });
        }

        var (head, id) = (shipment.Shipment, shipment.Packages[0].ShipmentId);
        return new DeliveredOrder(seller, head.CustomerId, head.OrderId, head.RequestDate, shipment.Partition, id, delivered);
    }
}

using Marketplace.Audit.Exports;
using Marketplace.Audit.Spilling;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Replication;

/// <summary>
/// Holds what the carts knew of products against what the products were: product by product, then customer by customer. Everything that
/// grows with the run is sorted on disk; in memory are the updates of one product at a time, and a number a checkout.
/// </summary>
internal sealed class ReplicationAudit(AuditHistory history, ReplicationChecks checks) : IDisposable
{
    private readonly SpillSorter<SourceRow> _sources = new(SourceRow.Compare);
    private readonly SpillSorter<SellerPlaceRow> _places = new(SellerPlaceRow.Compare);
    private readonly SpillSorter<ObservationRow> _observations = new(ObservationRow.Compare);
    private readonly SpillSorter<AcknowledgedRow> _acknowledged = new(AcknowledgedRow.Compare);
    private readonly SpillSorter<PrefixRow> _prefixes = new(PrefixRow.Compare);

    // Of the checkouts whose reads are recorded: number of the tid, and the place of the read.
    private readonly Dictionary<long, int> _read = [];

    /// <summary>Reads what the silo recorded, and what the driver knows.</summary>
    public async Task Load(IFactSource facts, CancellationToken cancellationToken)
    {
        if (!await facts.Exists(Export.ProductUpdates, cancellationToken)
            || !await facts.Exists(Export.ReplicaReads, cancellationToken)
            || !await facts.Exists(Export.ReplicaApplies, cancellationToken))
        {
            foreach (var check in checks.All)
                check.NotShown = checks.NotRecorded;
            return;
        }

        foreach (var check in checks.All)
            check.NotShown = null;
        await foreach (var update in facts.Read(Export.ProductUpdates, Partition.All, cancellationToken))
            Add(update);
        await foreach (var apply in facts.Read(Export.ReplicaApplies, Partition.All, cancellationToken))
            Add(apply);
        await foreach (var read in facts.Read(Export.ReplicaReads, Partition.All, cancellationToken))
            Add(read);
        foreach (var operation in history.Read())
            Add(operation);
    }

    /// <summary>Examines what was read.</summary>
    public void Examine(IEnumerable<ProductFacts> products)
    {
        if (!checks.Genuine.IsOpen)
            return;
        using var sources = new PeekingReader<SourceRow>(_sources.Sorted());
        using var observations = new PeekingReader<ObservationRow>(_observations.Sorted());
        using var acknowledged = new PeekingReader<AcknowledgedRow>(_acknowledged.Sorted());
        var walk = new ProductWalk(checks, _prefixes, observations);
        foreach (var product in products.OrderBy(product => product.Key))
        {
            SkipUnknown(sources, observations, product.Key);
            var past = ProductPast.Read(product, history, sources);
            checks.Genuine.Examine(past, product.Product);
            walk.Run(past, Acknowledgements.Read(product.Key, acknowledged));
        }

        SkipUnknown(sources, observations, new ProductKey(int.MaxValue, int.MaxValue));
        checks.Across.Examine(_places.Sorted());
        checks.Across.Examine(_prefixes.Sorted());
    }

    public void Dispose()
    {
        _sources.Dispose();
        _places.Dispose();
        _observations.Dispose();
        _acknowledged.Dispose();
        _prefixes.Dispose();
    }

    private void Add(ProductUpdateExport update)
    {
        var product = new ProductKey(update.Seller, update.Product);
        _sources.Add(new SourceRow(
            product,
            update.Sequence,
            VersionId.Of(history, update.Version),
            update.Price,
            update.SellerSequence,
            update.Time.Ticks,
            history.NumberOf(update.Tid)));
        if (update.SellerSequence > 0)
            _places.Add(new SellerPlaceRow(update.Seller, update.SellerSequence, update.Product, update.Sequence));
        else
            checks.Across.Misplaced(product, update.Sequence);
    }

    private void Add(ReplicaApplyExport apply) => _observations.Add(new ObservationRow(
        new ProductKey(apply.Seller, apply.Product),
        apply.Customer,
        ObservationKind.Apply,
        apply.Number,
        apply.Sequence,
        VersionId.Of(history, apply.Version),
        apply.Price,
        apply.SellerSequence,
        0,
        apply.Time.Ticks));

    private void Add(ReplicaReadExport read)
    {
        var number = history.NumberOf(read.Tid);
        if (number > 0)
            _read[number] = read.Number;
        foreach (var seller in read.Sellers)
        {
            _prefixes.Add(new PrefixRow(read.Customer, seller.Seller, read.Number, 0, false, 0, long.MaxValue, seller.Sequence, number));
            checks.Across.IsTold |= seller.Sequence > 0;
        }

        foreach (var product in read.Products)
        {
            _observations.Add(new ObservationRow(
                new ProductKey(product.Seller, product.Product),
                read.Customer,
                ObservationKind.Read,
                read.Number,
                product.Sequence,
                VersionId.Of(history, product.Version),
                product.Price,
                product.SellerSequence,
                number,
                0));
        }
    }

    private void Add(Operation operation)
    {
        switch (operation)
        {
            case PriceUpdateOperation { Outcome: OutcomeClass.Committed, Sequence: > 0 } update:
                _acknowledged.Add(new AcknowledgedRow(new ProductKey(update.SellerId, update.ProductId), update.Completed, update.Sequence));
                break;
            case ProductDeleteOperation { Outcome: OutcomeClass.Committed, Sequence: > 0 } delete:
                _acknowledged.Add(new AcknowledgedRow(new ProductKey(delete.SellerId, delete.ProductId), delete.Completed, delete.Sequence));
                break;
            case CheckoutOperation { Stage: CheckoutStage.Requested } checkout when _read.TryGetValue(history.NumberOf(checkout.Tid), out var place):
                AddShown(checkout, place);
                break;
        }
    }

    // The latest price counts as shown where a product was added twice (contract §4).
    private void AddShown(CheckoutOperation checkout, int place)
    {
        var number = history.NumberOf(checkout.Tid);
        for (var i = 0; i < checkout.Items.Length; i++)
        {
            var (item, isLast) = (checkout.Items[i], true);
            for (var j = i + 1; j < checkout.Items.Length && isLast; j++)
                isLast = (checkout.Items[j].SellerId, checkout.Items[j].ProductId) != (item.SellerId, item.ProductId);
            if (!isLast)
                continue;
            _observations.Add(new ObservationRow(
                new ProductKey(item.SellerId, item.ProductId),
                checkout.CustomerId,
                ObservationKind.Shown,
                place,
                0,
                VersionId.Of(history, item.Version),
                item.UnitPrice,
                0,
                number,
                checkout.Sent));
        }
    }

    private void SkipUnknown(PeekingReader<SourceRow> sources, PeekingReader<ObservationRow> observations, ProductKey known)
    {
        for (; sources.TryPeek(out var source) && source.Product.CompareTo(known) < 0; sources.Next())
            checks.Genuine.Unknown(source);
        for (; observations.TryPeek(out var row) && row.Product.CompareTo(known) < 0; observations.Next())
        {
            if (row.Kind != ObservationKind.Shown)
                checks.Genuine.Examine(row, null);
        }
    }
}

using Marketplace.Audit.Claims;
using Marketplace.Audit.Replication;

namespace Marketplace.Audit.Checks;

/// <summary>repl.across: a cart knows all updates of a seller up to some, and never fewer again (spec §4, causal across objects).</summary>
/// <param name="run">Tells which level the settings ask for.</param>
internal sealed class ReplAcross(AuditHistory history, RunFacts run) : ReplicationCheck(ReplicationLevel.CausalAcrossObjects)
{
    private const long Untold = -1;

    private bool _hasPlaces;

    public override string Id => "repl.across";

    public override string Statement =>
        "Everything that a checkout read of a seller's products is what one prefix of the seller's updates left; if the cart names a "
        + "prefix, it is that one. For a customer this prefix never gets shorter. An update has one position among those of its seller.";

    public override string? Hidden => base.Hidden
        ?? (_hasPlaces || run.Claims.Replication >= Replication ? null : "updates have no place among those of their seller");

    protected override string Told => "Examined are the checkouts of a seller's products.";

    /// <summary>True if carts themselves tell how much they knew of a seller.</summary>
    public bool IsTold { get; set; }

    /// <summary>An update has no place among those of its seller.</summary>
    /// <param name="sequence">Number of the update among those of the product.</param>
    public void Misplaced(ProductKey product, int sequence)
    {
        if (run.Claims.Replication >= Replication)
            Findings.Violate($"update {sequence} of product {product} has no place among those of its seller");
    }

    /// <summary>Looks at the places of the updates.</summary>
    public void Examine(IEnumerable<SellerPlaceRow> places)
    {
        SellerPlaceRow? before = null;
        foreach (var place in places)
        {
            _hasPlaces = true;
            if (before is { } other && (other.SellerId, other.SellerSequence) == (place.SellerId, place.SellerSequence))
            {
                Findings.Violate($"update {place.SellerSequence} of seller {place.SellerId} is update {other.Sequence} of product "
                    + $"{other.ProductId} and update {place.Sequence} of product {place.ProductId}");
            }

            before = place;
        }
    }

    /// <summary>Looks at the reads.</summary>
    public void Examine(IEnumerable<PrefixRow> rows)
    {
        var read = default(SellerRead);
        var floor = 0L;
        foreach (var row in rows)
        {
            if (read.Any && !read.Has(row))
            {
                floor = Examine(read, floor);
                floor = (read.First.CustomerId, read.First.SellerId) == (row.CustomerId, row.SellerId) ? floor : 0;
                read = default;
            }

            read.Add(row);
        }

        if (read.Any)
            Examine(read, floor);
    }

    // Returns the update that the customer's next read of that seller must know.
    private long Examine(in SellerRead read, long floor)
    {
        var (low, high, absent) = (read.Low, read.High, read.Absent);
        var prefix = IsTold ? read.Prefix : Untold;
        if (prefix == Untold && !read.HasProducts)
            return floor;
        Findings.Examine();
        var seller = read.First.SellerId;
        var problems = new List<string>();
        if (low.Low >= high.High)
        {
            problems.Add($"read product {low.ProductId} of seller {seller} as of the seller's update {low.Low}, and product {high.ProductId} "
                + $"as it was before update {high.High}");
        }

        if (prefix == Untold)
        {
            if (problems.Count == 0 && floor >= high.High)
            {
                problems.Add($"read product {high.ProductId} of seller {seller} as it was before update {high.High}, and an earlier checkout "
                    + $"of the customer knew update {floor}");
            }
        }
        else
        {
            var knew = $"knew seller {seller} up to update {prefix}, ";
            if (prefix < low.Low)
                problems.Add($"{knew}and read product {low.ProductId} as of update {low.Low}");
            if (prefix >= high.High)
                problems.Add($"{knew}and read product {high.ProductId} as it was before update {high.High}");
            if (prefix >= absent.High)
                problems.Add($"{knew}and nothing of product {absent.ProductId}, which had update {absent.High}");
            if (prefix < floor)
                problems.Add($"{knew}an earlier checkout of the customer up to {floor}");
        }

        var number = RunNames.Tid(history.Run, read.First.Number);
        Findings.Violate($"{number} (customer {read.First.CustomerId}, record {read.First.Place})", problems);
        return Math.Max(floor, Math.Max(prefix, low.Low));
    }

    // What one checkout read of one seller.
    private struct SellerRead
    {
        public PrefixRow First { get; private set; }

        // The row that knows most, and the one that knows least.
        public PrefixRow Low { get; private set; }

        public PrefixRow High { get; private set; }

        // Of those that the cart knew nothing of, the one that changed first.
        public PrefixRow Absent { get; private set; }

        public long Prefix { get; private set; }
        public bool HasProducts { get; private set; }
        public bool Any { get; private set; }

        public readonly bool Has(in PrefixRow row) =>
            (First.CustomerId, First.SellerId, First.Place) == (row.CustomerId, row.SellerId, row.Place);

        public void Add(in PrefixRow row)
        {
            if (!Any)
            {
                var nothing = row with { Low = 0, High = long.MaxValue };
                (First, Low, High, Absent, Prefix, Any) = (row, nothing, nothing, nothing, Untold, true);
            }

            if (row.IsAbsent)
            {
                Absent = row.High < Absent.High ? row : Absent;
                return;
            }

            HasProducts |= row.Prefix == Untold;
            Low = row.Low > Low.Low ? row : Low;
            High = row.High < High.High ? row : High;
            Prefix = Math.Max(Prefix, row.Prefix);
        }
    }
}

using Marketplace.Audit.Replication;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Facts;

/// <summary>Everything known of one product.</summary>
internal sealed class ProductFacts(ProductKey key)
{
    public ProductKey Key => key;

    /// <summary>What Product exports; null if it does not know the product.</summary>
    public ProductExport? Product { get; set; }

    /// <summary>What Stock exports; null if it does not know the item.</summary>
    public StockExport? Stock { get; set; }

    /// <summary>Pieces in paid orders of the workload.</summary>
    public long Sold { get; set; }

    /// <summary>Pieces that carts asked for, whatever became of them.</summary>
    public long Asked { get; set; }

    /// <summary>Lines in orders of the workload, the failed ones included.</summary>
    public long Lines { get; set; }

    /// <summary>The updates of this product that the driver sent, by sequence; those without one first.</summary>
    public List<UpdateRow> Updates { get; } = [];

    /// <summary>The prices that carts charged for it by what they knew of it, other than those shown.</summary>
    public List<PriceUseRow> Prices { get; } = [];

    /// <summary>What checkouts asked for of it and did not get.</summary>
    public List<RefusedRow> Refused { get; } = [];

    /// <summary>What carts know of it when nothing more is under way.</summary>
    public List<FollowedRow> Followed { get; } = [];

    /// <summary>
    /// The carts that must know of it what it is: those that know something, and those that should have heard of an update.
    /// </summary>
    /// <param name="areFollowed">True if updates come to the carts that hold the product.</param>
    public IEnumerable<FollowedRow> Replicas(bool areFollowed) => Followed.Where(row => row.IsKnown
        || (areFollowed && Updates.Exists(update => update.Outcome == OutcomeClass.Committed && update.Sent > row.Since)));
}

using System.Text.Json.Serialization;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Product;

/// <summary>The order of all updates of one seller, as what they leave. Its last place is used up by one update at a time.</summary>
[GenerateSerializer]
internal sealed class UpdateLogState : IServiceState, ICompensable<UpdateLogState>
{
    /// <summary>How many updates there were since ingestion.</summary>
    [Id(0), JsonInclude]
    public long Sequence { get; internal set; }

    /// <summary>What the last update of each product left, by product.</summary>
    [Id(1), JsonInclude]
    public ImmutableDictionary<int, ProductReplica> Products { get; internal set; } = ImmutableDictionary<int, ProductReplica>.Empty;

    [JsonIgnore]
    public bool IsEmpty => Sequence == 0;

    /// <summary>All updates so far.</summary>
    [JsonIgnore]
    public UpdatePrefix Prefix => new(Sequence, Products);

    public void Reset() => (Sequence, Products) = (0, ImmutableDictionary<int, ProductReplica>.Empty);

    /// <summary>Takes an update.</summary>
    public UpdatePrefix Append(int productId, ProductReplica replica)
    {
        Products = Products.SetItem(productId, replica with { SellerSequence = ++Sequence });
        return Prefix;
    }

    public bool CanUndo(UpdateLogState before, UpdateLogState after) =>
        before.Sequence == after.Sequence || Sequence == after.Sequence;

    public void Undo(UpdateLogState before, UpdateLogState after)
    {
        if (before.Sequence != after.Sequence)
            (Sequence, Products) = (before.Sequence, before.Products);
    }
}

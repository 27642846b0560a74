using System.Text.Json.Serialization;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Product;

/// <summary>One product, with its rules. Its updates form one chain: each is applied to what the one before it left (S#5).</summary>
[GenerateSerializer]
internal sealed partial class ProductState : IEventState
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-product", "There is no such product of this seller.");

    private static readonly Refusal Deleted = new(RefusalKind.NotFound, "product-deleted", "The product was deleted and not replaced.");

    /// <summary>The product as ingested; null while nothing was.</summary>
    [Id(0), JsonIgnore]
    public ProductEntity? Ingested { get; internal set; }

    /// <summary>The product as it stands; null while nothing was ingested.</summary>
    [Id(1), JsonInclude]
    public ProductEntity? Current { get; internal set; }

    /// <summary>Updates since the first ingestion, further ones included.</summary>
    [Id(2), JsonInclude]
    public int Sequence { get; internal set; }

    /// <summary>Transaction of the last update; empty where there was none.</summary>
    [Id(3), JsonInclude]
    public string LastTid { get; internal set; } = "";

    [Id(4)]
    public DeliveryState? Book { get; set; }

    [JsonIgnore]
    public bool IsEmpty => Ingested is null;

    /// <summary>Ingests the product. If it has had updates, others know of the last one, and this is the next: no number is used twice.</summary>
    /// <returns>Its place in the chain; 0 if there is none yet.</returns>
    public int Put(ProductEntity product)
    {
        (Ingested, Current) = (product, product);
        return Sequence > 0 ? ++Sequence : 0;
    }

    public void Reset() => (Current, Sequence, LastTid, Book) = (Ingested, 0, "", null);

    /// <summary>Changes the price of the version that the client means.</summary>
    /// <param name="update">The update; without a version it means the current one.</param>
    /// <returns>The place of the update in the chain, or why not.</returns>
    public Answer<UpdateAnswer> UpdatePrice(PriceUpdate update)
    {
        if (Find() is { IsRefused: true, Refusal: var refusal })
            return refusal;

        return update.Version is { } version && version != Current!.Version
            ? new Refusal(
                RefusalKind.Conflict,
                "version-not-current",
                "The version is no longer the current one; read the product and send the update for its version.")
            : Become(Current! with { Price = update.Price }, update.InstanceId);
    }

    /// <summary>Replaces the product by a new version. A repeat changes nothing.</summary>
    /// <param name="replaced">The version that is gone; null if nothing changed.</param>
    /// <returns>The place of the update in the chain, or why not.</returns>
    public Answer<UpdateAnswer> Replace(string tid, ProductEntity product, out string? replaced)
    {
        replaced = null;
        if (Current is null)
            return Unknown;

        if (Current.Active && Current.Version == product.Version)
            return new UpdateAnswer(tid, Current.Version, Sequence);

        replaced = Current.Version;
        return Become(product with { Active = true }, tid);
    }

    /// <returns>The place of the update in the chain, or why not.</returns>
    public Answer<UpdateAnswer> Delete(string tid) =>
        Find() is { IsRefused: true, Refusal: var refusal } ? refusal : Become(Current! with { Active = false }, tid);

    /// <summary>Reads the product, a deleted one included.</summary>
    /// <returns>The product, or why not.</returns>
    public Answer<ProductEntity> Get() => Current is null ? Unknown : Current;

    /// <summary>What a replica begins with.</summary>
    /// <returns>What the last update left; null if there was none.</returns>
    public ProductReplica? Replica() =>
        Current is { } current && Sequence > 0 ? new ProductReplica(current.Active ? current.Version : null, current.Price, Sequence) : null;

    private Answer<ProductEntity> Find() => Current switch
    {
        null => Unknown,
        { Active: false } => Deleted,
        _ => Current,
    };

    private UpdateAnswer Become(ProductEntity product, string tid)
    {
        (Current, LastTid) = (product, tid);
        return new UpdateAnswer(tid, product.Version, ++Sequence);
    }
}

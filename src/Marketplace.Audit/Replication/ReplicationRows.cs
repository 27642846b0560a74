namespace Marketplace.Audit.Replication;

/// <summary>An update of a product that took effect: what it was from then on.</summary>
/// <param name="Sequence">Number of the update among those of the product, from 1; 0 is what was ingested.</param>
/// <param name="SellerSequence">Number among all updates of the seller; 0 where none is given.</param>
/// <param name="Time">When, in ticks of UTC.</param>
/// <param name="Number">Number of its tid; 0 if it is of another run.</param>
internal readonly record struct SourceRow(
    ProductKey Product, int Sequence, VersionId Version, decimal Price, long SellerSequence, long Time, long Number)
{
    /// <summary>Compares by product and sequence.</summary>
    public static int Compare(SourceRow a, SourceRow b) =>
        a.Product != b.Product ? a.Product.CompareTo(b.Product) : a.Sequence.CompareTo(b.Sequence);
}

/// <summary>What a cart knows of a product when nothing more is under way.</summary>
/// <param name="Since">When the last item was in the cart, ticks of the history.</param>
internal readonly record struct FollowedRow(ProductKey Product, int CustomerId, bool IsKnown, VersionId Version, decimal Price, long Since)
{
    /// <summary>Whether it knows the product as Product has it.</summary>
    public bool Knows(VersionId version, decimal price) => IsKnown && (Version, Price) == (version, price);

    /// <summary>What it knows, for a person.</summary>
    public string Text(AuditHistory history) =>
        $"the cart of customer {CustomerId} knows {(IsKnown ? $"{Version.Name(history)} at {Price}" : "nothing")} of product {Product}";

    /// <summary>Compares by product.</summary>
    public static int Compare(FollowedRow a, FollowedRow b) => a.Product.CompareTo(b.Product);
}

/// <summary>How something is known of a product at a cart.</summary>
internal enum ObservationKind : byte
{
    /// <summary>An update reached the cart.</summary>
    Apply = 0,

    /// <summary>The cart was checked out with it.</summary>
    Read = 1,

    /// <summary>The customer was shown it, and checked it out.</summary>
    Shown = 2,
}

/// <summary>What was known of a product at a cart.</summary>
/// <param name="Place">Place among what is recorded of the cart; of what was shown, that of the checkout's read.</param>
/// <param name="Sequence">Number of the product's update; unknown (0) of what was shown.</param>
/// <param name="SellerSequence">Number of the seller's update; 0 where none is given.</param>
/// <param name="Number">Number of the checkout's tid; 0 for an apply, and for one of another run.</param>
/// <param name="Time">Of an apply, in ticks of UTC; of what was shown, when the checkout was sent, in ticks of the history.</param>
internal readonly record struct ObservationRow(
    ProductKey Product,
    int CustomerId,
    ObservationKind Kind,
    int Place,
    int Sequence,
    VersionId Version,
    decimal Price,
    long SellerSequence,
    long Number,
    long Time)
{
    private bool IsShown => Kind == ObservationKind.Shown;

    /// <summary>Compares by product, customer and place; what was shown comes after what the cart knew.</summary>
    public static int Compare(ObservationRow a, ObservationRow b) =>
        a.Product != b.Product ? a.Product.CompareTo(b.Product)
        : a.CustomerId != b.CustomerId ? a.CustomerId.CompareTo(b.CustomerId)
        : a.IsShown != b.IsShown ? a.IsShown.CompareTo(b.IsShown)
        : a.Place != b.Place ? a.Place.CompareTo(b.Place)
        : ((int)a.Kind).CompareTo((int)b.Kind);
}

/// <summary>An update that was acknowledged to the driver.</summary>
/// <param name="Completed">When its answer was complete, ticks of the history.</param>
/// <param name="Sequence">Number of the update among those of the product, as it was answered.</param>
internal readonly record struct AcknowledgedRow(ProductKey Product, long Completed, long Sequence)
{
    /// <summary>Compares by product and time.</summary>
    public static int Compare(AcknowledgedRow a, AcknowledgedRow b) =>
        a.Product != b.Product ? a.Product.CompareTo(b.Product) : a.Completed.CompareTo(b.Completed);
}

/// <summary>What a checkout's read of one product says of the seller's updates that its cart knew.</summary>
/// <param name="ProductId">The product; 0 for what the cart itself says of the seller.</param>
/// <param name="Low">It knew the seller's updates at least up to this one.</param>
/// <param name="High">It did not know this one, which is the product's next.</param>
/// <param name="Prefix">What the cart itself says: all up to this one; -1 for the read of a product.</param>
internal readonly record struct PrefixRow(
    int CustomerId, int SellerId, int Place, int ProductId, bool IsAbsent, long Low, long High, long Prefix, long Number)
{
    /// <summary>Compares by customer, seller, place and product.</summary>
    public static int Compare(PrefixRow a, PrefixRow b) =>
        a.CustomerId != b.CustomerId ? a.CustomerId.CompareTo(b.CustomerId)
        : a.SellerId != b.SellerId ? a.SellerId.CompareTo(b.SellerId)
        : a.Place != b.Place ? a.Place.CompareTo(b.Place)
        : a.ProductId.CompareTo(b.ProductId);
}

/// <summary>The place that an update has among those of its seller.</summary>
/// <param name="Sequence">Number of the update among those of the product.</param>
internal readonly record struct SellerPlaceRow(int SellerId, long SellerSequence, int ProductId, int Sequence)
{
    /// <summary>Compares by seller and place.</summary>
    public static int Compare(SellerPlaceRow a, SellerPlaceRow b) =>
        a.SellerId != b.SellerId ? a.SellerId.CompareTo(b.SellerId) : a.SellerSequence.CompareTo(b.SellerSequence);
}

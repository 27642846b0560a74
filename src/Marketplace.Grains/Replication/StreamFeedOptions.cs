namespace Marketplace.Grains.Replication;

/// <summary>What a cart makes of the streams of its products.</summary>
/// <param name="InOrder">Whether an update that is older than what the cart knows of the product is left out.</param>
/// <param name="BeginsWithCurrent">Whether a cart that begins to follow a product begins with what the product is then.</param>
/// <param name="IsForShow">
/// Whether checkouts read for themselves: then what arrives while one is under way is left out, as it may be later than what that one has read.
/// </param>
internal sealed record StreamFeedOptions(bool InOrder, bool BeginsWithCurrent, bool IsForShow);

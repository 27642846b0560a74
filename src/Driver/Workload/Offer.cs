namespace Marketplace.Driver.Workload;

/// <summary>What a product is offered at.</summary>
/// <param name="Version">Number of the version: 0 as ingested, else that of the delete's transaction.</param>
internal readonly record struct Offer(long Version, decimal Price);

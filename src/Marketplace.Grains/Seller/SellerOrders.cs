using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.Seller;

/// <summary>A seller with its open orders.</summary>
/// <param name="Seller">The seller.</param>
/// <param name="Open">Its open orders.</param>
[GenerateSerializer, Immutable]
public sealed record SellerOrders(SellerExport Seller, ImmutableArray<EntryExport> Open);

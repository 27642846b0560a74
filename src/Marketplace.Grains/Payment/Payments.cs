using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.Payment;

/// <summary>Payments of one customer's orders.</summary>
[GenerateSerializer, Immutable]
public sealed record Payments(ImmutableArray<PaymentExport> Items);

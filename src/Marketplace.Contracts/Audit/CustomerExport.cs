using Marketplace.Contracts.Entities;
using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/customers`: a customer with its statistics.</summary>
/// <param name="Customer">The customer.</param>
/// <param name="Ingested">As it was ingested: the statistics that the run started from.</param>
[GenerateSerializer, Immutable]
public sealed record CustomerExport(
    Customer Customer,
    Customer Ingested);

using Orleans;

namespace Marketplace.Contracts.Requests;

/// <summary>What an Update Delivery answers.</summary>
/// <param name="Tid">Transaction id of the request.</param>
/// <param name="Sellers">Sellers whose oldest open order was delivered, at most 10.</param>
/// <param name="Packages">Packages delivered.</param>
[GenerateSerializer, Immutable]
public sealed record DeliveryAnswer(
    string Tid,
    int Sellers,
    int Packages);

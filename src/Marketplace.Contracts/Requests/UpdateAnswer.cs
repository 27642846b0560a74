using Orleans;

namespace Marketplace.Contracts.Requests;

/// <summary>What a price update, a product delete or a replacement answers.</summary>
/// <param name="Tid">Transaction id of the request.</param>
/// <param name="Version">Version of the product after the update.</param>
/// <param name="Sequence">How many updates this product has had: the place of this one in their order.</param>
[GenerateSerializer, Immutable]
public sealed record UpdateAnswer(
    string Tid,
    string Version,
    int Sequence);

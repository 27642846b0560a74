using System.Text.Json.Serialization;
using Orleans;

namespace Marketplace.Contracts.Requests;

/// <summary>What a price update, a product delete or a replacement answers.</summary>
/// <param name="Tid">Transaction id of the request.</param>
/// <param name="Version">Version of the product after the update.</param>
/// <param name="Sequence">How many updates this product has had: the place of this one in their order.</param>
/// <param name="SellerSequence">Place of this update among all updates of the seller; 0, and not sent, where they have no order.</param>
[GenerateSerializer, Immutable]
public sealed record UpdateAnswer(
    string Tid,
    string Version,
    int Sequence,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] long SellerSequence = 0);

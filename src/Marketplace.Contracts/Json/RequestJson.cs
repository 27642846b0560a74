using System.Text.Json.Serialization;
using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json;

/// <summary>
/// The JSON of requests and answers (contract §3): camelCase names, the payment type of a checkout and the outcome of a checkout or a
/// receipt as words, money as a number with its scale. What it writes it also reads; what clients send is read by <see cref="JsonInput"/>.
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ImmutableArray<CartItem>))]
[JsonSerializable(typeof(CustomerCheckout))]
[JsonSerializable(typeof(PriceUpdate))]
[JsonSerializable(typeof(Replenishment))]
[JsonSerializable(typeof(CheckoutAnswer))]
[JsonSerializable(typeof(UpdateAnswer))]
[JsonSerializable(typeof(DeliveryAnswer))]
[JsonSerializable(typeof(ImportAnswer))]
[JsonSerializable(typeof(AcceptedAnswer))]
[JsonSerializable(typeof(ImmutableArray<Receipt>))]
public sealed partial class RequestJson : JsonSerializerContext;

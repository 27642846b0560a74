using System.Text.Json.Serialization;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;

namespace Marketplace.Storage.Postgres.Formats;

/// <summary>
/// The JSON of states: money exact with its scale, times UTC and exact to the tick (100 ns), enums as integers. What a state does not
/// have is left out.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(CartState))]
[JsonSerializable(typeof(CustomerState))]
[JsonSerializable(typeof(OrderState))]
[JsonSerializable(typeof(PaymentState))]
[JsonSerializable(typeof(ProductState))]
[JsonSerializable(typeof(SellerState))]
[JsonSerializable(typeof(ShipmentState))]
[JsonSerializable(typeof(StockState))]
[JsonSerializable(typeof(UpdateLogState))]
internal sealed partial class StateJson : JsonSerializerContext;

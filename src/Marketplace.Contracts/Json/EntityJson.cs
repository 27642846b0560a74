using System.Text.Json.Serialization;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json;

/// <summary>
/// The JSON of entities and audit exports (contract §3): snake_case names (an item of a cart keeps its camelCase), enums as integers
/// except a checkout's outcome, money as a number with its scale, times UTC in ISO 8601. What it writes it also reads; what clients
/// send is read by <see cref="JsonInput"/>.
/// </summary>
/// <remarks>
/// Converters stand on the types that they are for: with one among the options of a context nothing takes the generated way to write,
/// which costs a third of the other.
/// </remarks>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(Customer))]
[JsonSerializable(typeof(Seller))]
[JsonSerializable(typeof(Product))]
[JsonSerializable(typeof(StockItem))]
[JsonSerializable(typeof(SellerDashboard))]
[JsonSerializable(typeof(OrderImport))]
[JsonSerializable(typeof(OrderEntryDetails))]
[JsonSerializable(typeof(CustomerExport))]
[JsonSerializable(typeof(SellerExport))]
[JsonSerializable(typeof(ProductExport))]
[JsonSerializable(typeof(StockExport))]
[JsonSerializable(typeof(StockEventExport))]
[JsonSerializable(typeof(ProductUpdateExport))]
[JsonSerializable(typeof(ReplicaReadExport))]
[JsonSerializable(typeof(ReplicaApplyExport))]
[JsonSerializable(typeof(EventExport))]
[JsonSerializable(typeof(LowStockWarning))]
[JsonSerializable(typeof(CartAbandoned))]
[JsonSerializable(typeof(ClockExport))]
[JsonSerializable(typeof(ReplicaDeliveriesExport))]
[JsonSerializable(typeof(CartExport))]
[JsonSerializable(typeof(AttemptExport))]
[JsonSerializable(typeof(OrderExport))]
[JsonSerializable(typeof(OrderCounterExport))]
[JsonSerializable(typeof(PaymentExport))]
[JsonSerializable(typeof(ChargeExport))]
[JsonSerializable(typeof(ShipmentExport))]
[JsonSerializable(typeof(EntryExport))]
[JsonSerializable(typeof(DeliveryExport))]
[JsonSerializable(typeof(LogExport))]
[JsonSerializable(typeof(PlacementExport))]
[JsonSerializable(typeof(TransactionExport))]
[JsonSerializable(typeof(VersionExport))]
[JsonSerializable(typeof(ImmutableArray<Order>))]
[JsonSerializable(typeof(ImmutableArray<LowStockWarning>))]
[JsonSerializable(typeof(ImmutableArray<CartAbandoned>))]
public sealed partial class EntityJson : JsonSerializerContext;

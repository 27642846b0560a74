using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Xunit;

namespace Marketplace.Contracts.Tests.Json;

public sealed class OutputTests
{
    private static readonly DateTime Time = new(2025, 1, 31, 12, 30, 0, DateTimeKind.Utc);

    [Fact]
    public void A_cart_item_has_camel_case_names_and_exact_money() =>
        Assert.Equal(
            """{"sellerId":1,"productId":2,"productName":"x","unitPrice":12.709999"""
            + ""","freightValue":1.50,"quantity":3,"voucher":0,"version":"0"}""",
            JsonSerializer.Serialize(new CartItem(1, 2, "x", 12.709999m, 1.50m, 3, 0m, "0"), RequestJson.Default.CartItem));

    [Fact]
    public void A_checkout_names_its_payment_type()
    {
        var checkout = new CustomerCheckout(1, "", "", "", "", "", "", "", PaymentType.DebitCard, "", "", "", "", "", 1, "7");
        var json = JsonNode.Parse(JsonSerializer.Serialize(checkout, RequestJson.Default.CustomerCheckout))!;
        Assert.Equal("DEBIT_CARD", (string?)json["paymentType"]);
        Assert.Equal("7", (string?)json["instanceId"]);
    }

    [Theory]
    [InlineData(CheckoutOutcome.Committed, "committed")]
    [InlineData(CheckoutOutcome.Rejected, "rejected")]
    [InlineData(CheckoutOutcome.PaymentFailed, "payment-failed")]
    public void A_checkout_answer_names_its_outcome(CheckoutOutcome outcome, string word)
    {
        var answer = new CheckoutAnswer("7", outcome, 3, "1-20250131-3", 2, 10.50m);
        var json = JsonSerializer.Serialize(answer, RequestJson.Default.CheckoutAnswer);
        Assert.Equal(
            $$"""{"tid":"7","outcome":"{{word}}","orderId":3,"invoiceNumber":"1-20250131-3","countItems":2,"totalInvoice":10.50}""",
            json);
        Assert.Equal(answer, JsonSerializer.Deserialize(json, RequestJson.Default.CheckoutAnswer));
    }

    [Fact]
    public void A_dashboard_has_camel_case_outside_and_snake_case_inside()
    {
        var dashboard = new SellerDashboard(new OrderSellerView(1, 2, 3, 4, 5, 6, 7.10m, 8), []);
        Assert.Equal(
            """{"sellerView":{"seller_id":1,"count_orders":2,"count_items":3,"total_amount":4,"total_freight":5,"total_incentive":6"""
            + ""","total_invoice":7.10,"total_items":8},"orderEntries":[]}""",
            JsonSerializer.Serialize(dashboard, EntityJson.Default.SellerDashboard));
    }

    [Fact]
    public void Exports_have_snake_case_integer_enums_and_utc_times()
    {
        var export = new AttemptExport(
            "7", new ReservationId(1, 2, 3), CheckoutOutcome.Rejected, 0, Time, [new CartItem(1, 2, "x", 1m, 0m, 1, 0m, "0")]);
        Assert.Equal(
            """{"tid":"7","reservation":{"customer_id":1,"session":2,"attempt":3}"""
            + ""","outcome":"rejected","order_id":0"""
            + ""","time":"2025-01-31T12:30:00Z","items":[{"sellerId":1,"productId":2,"productName":"x","unitPrice":1"""
            + ""","freightValue":0,"quantity":1"""
            + ""","voucher":0,"version":"0"}]}""",
            JsonSerializer.Serialize(export, EntityJson.Default.AttemptExport));
    }

    [Fact]
    public void An_export_reads_back()
    {
        var shipment = new Shipment(1, 2, 1, 3.10m, Time, ShipmentStatus.DeliveryInProgress, "a", "b", "c", "d", "e", "f", "g");
        var package = new Package(9, 1, 2, 1, 4, 5, "x", 3.10m, Time, null, 6, PackageStatus.Shipped);
        var json = JsonSerializer.Serialize(new ShipmentExport("7", 3, shipment, [package]), EntityJson.Default.ShipmentExport);
        Assert.Contains("\"status\":1", json, StringComparison.Ordinal);
        var export = JsonSerializer.Deserialize(json, EntityJson.Default.ShipmentExport)!;
        Assert.Equal(("7", 3, shipment), (export.Tid, export.Partition, export.Shipment));
        Assert.Equal(ImmutableArray.Create(package), export.Packages.AsEnumerable());
        Assert.Equal(DateTimeKind.Utc, export.Shipment.RequestDate.Kind);
    }

    [Fact]
    public void The_placement_of_a_service_reads_back()
    {
        var export = new PlacementExport("silo-1", ["cart", "stock"], "cart", 12, "cart", "seller_of_carts", null, "shop");
        const string Json = """{"silo":"silo-1","services":["cart","stock"],"service":"cart","activations":12,"scheduler":"cart","""
            + "\"database_role\":\"seller_of_carts\",\"schema\":null,\"database\":\"shop\",\"since\":null,\"silos_gone\":0}";
        Assert.Equal(Json, JsonSerializer.Serialize(export, EntityJson.Default.PlacementExport));
        var read = JsonSerializer.Deserialize(Json, EntityJson.Default.PlacementExport)!;
        Assert.Equal(export.Services.AsEnumerable(), read.Services.AsEnumerable());
        Assert.Equal(export, read with { Services = export.Services });
    }

    [Fact]
    public void A_dashboard_reads_back()
    {
        var samples = new Samples(new Random(3));
        for (var i = 0; i < 100; i++)
        {
            var json = JsonSerializer.Serialize(samples.SellerDashboard(), EntityJson.Default.SellerDashboard);
            var read = JsonSerializer.Deserialize(json, EntityJson.Default.SellerDashboard)!;
            Assert.Equal(json, JsonSerializer.Serialize(read, EntityJson.Default.SellerDashboard));
        }
    }
}

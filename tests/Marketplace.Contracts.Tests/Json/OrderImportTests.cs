using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Contracts.Json;
using Xunit;

namespace Marketplace.Contracts.Tests.Json;

public sealed class OrderImportTests
{
    private static readonly DateTime Now = new(2025, 1, 31, 0, 0, 0, DateTimeKind.Utc);

    [Theory]
    [InlineData("items", "items: expected at least one")]
    [InlineData("payments", "payments: expected at least")]
    [InlineData("packages", "package_count: expected")]
    public void Parts_must_be_there(string list, string expected)
    {
        var json = Sample();
        json[list] = new JsonArray();
        Assert.StartsWith(expected, Refused(json), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("items")]
    [InlineData("payments")]
    [InlineData("packages")]
    public void Parts_belong_to_the_order(string list)
    {
        var json = Sample();
        json[list]![0]!["order_id"] = 1_000_000_001;
        Assert.StartsWith("order_id: expected", Refused(json), StringComparison.Ordinal);
    }

    [Fact]
    public void Packages_belong_to_the_customer()
    {
        var json = Sample();
        json["packages"]![0]!["customer_id"] = 5;
        Assert.StartsWith("customer_id: expected", Refused(json), StringComparison.Ordinal);
    }

    [Fact]
    public void Times_become_utc_and_missing_ones_now()
    {
        var json = Sample();
        json["order"]!["purchase_date"] = "2025-01-01T02:00:00+02:00";
        json["order"]!["created_at"] = "2025-01-01T00:00:00";
        json["order"]!.AsObject().Remove("updated_at");
        var order = JsonInput.ReadOrderImport(Encoding.UTF8.GetBytes(json.ToJsonString()), Now).Order;
        Assert.Equal(new DateTime(2025, 1, 1, 0, 0, 0, DateTimeKind.Utc), order.PurchaseDate);
        Assert.Equal(order.PurchaseDate, order.CreatedAt);
        Assert.Equal(DateTimeKind.Utc, order.CreatedAt.Kind);
        Assert.Equal(Now, order.UpdatedAt);
    }

    [Fact]
    public void A_wrong_time_is_refused()
    {
        var json = Sample();
        json["order"]!["purchase_date"] = "yesterday";
        Assert.StartsWith("purchase_date: expected a time", Refused(json), StringComparison.Ordinal);
    }

    private static JsonNode Sample()
    {
        var import = new Samples(new Random(7)).OrderImport();
        return JsonNode.Parse(JsonSerializer.Serialize(import, EntityJson.Default.OrderImport))!;
    }

    private static string Refused(JsonNode json) =>
        Assert.Throws<InvalidInputException>(() => JsonInput.ReadOrderImport(Encoding.UTF8.GetBytes(json.ToJsonString()), Now)).Message;
}

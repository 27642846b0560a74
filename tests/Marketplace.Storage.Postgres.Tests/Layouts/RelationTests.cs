using System.Text;
using System.Text.Json;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Storage.Postgres.Layouts.Relations;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Layouts;

/// <summary>What queries find in relations.</summary>
public sealed class RelationTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private static readonly DateTime Time = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).AddTicks(1_234_567);

    public static TheoryData<string> Texts => [.. OddRecords.Texts];

    [Theory(Timeout = 180_000)]
    [InlineData("relations", 0)]
    [InlineData("relations-indexed", 8)]
    [InlineData("both", 0)]
    public async Task Orders_and_their_items_are_rows_with_typed_columns(string layout, long indexes)
    {
        await using var database = await LayoutDatabase.Open(await postgres.CreateDatabase(), layout);
        await database.Write("order", LayoutDatabase.Row(7, StateRowKind.Made, 1, [("open", 3, Order(7, 3)), ("open", 4, Order(7, 4))]));
        await database.Write("order", LayoutDatabase.Row(8, StateRowKind.Made, 1, [("open", 3, Order(8, 3))]));
        Assert.Equal(
            37.50m,
            await database.Ask(
                "SELECT sum(i.total_amount) FROM marketplace_order.open_order o JOIN marketplace_order.open_order_items i USING (grain, item) "
                + "WHERE o.order_customer_id = 7 AND o.order_status = 5 AND i.seller_id = 2 AND i.shipping_limit_date > '2026-01-01'"));
        Assert.Equal(
            "2026-01-02 03:04:05.123456/700",
            await database.Ask(
                "SELECT (order_created_at AT TIME ZONE 'UTC')::text || '/' || order_created_at_ns FROM marketplace_order.open_order LIMIT 1"));
        Assert.Equal(
            0L,
            await database.Ask(
                "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'marketplace_order' AND table_name LIKE 'open%' "
                + "AND data_type LIKE 'json%'"));
        Assert.Equal(
            indexes,
            await database.Ask(
                "SELECT count(*) FROM pg_indexes WHERE schemaname = 'marketplace_order' AND tablename LIKE 'open%' AND indexname NOT LIKE '%_pkey'"));
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void A_text_has_no_null_character_while_it_is_hidden_and_comes_back(string text)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(text);
        var hidden = NullCharacters.Hide(json);
        var between = JsonSerializer.Deserialize<string>(hidden)!;
        Assert.DoesNotContain('\0', between);

        // As a column of JSON keeps it, and as the server writes a text.
        Assert.Equal(text, JsonSerializer.Deserialize<string>(NullCharacters.Show(hidden)));
        var written = $"\"{between.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";
        written = written.Replace("\n", "\\n", StringComparison.Ordinal);
        Assert.Equal(text, JsonSerializer.Deserialize<string>(NullCharacters.Show(Encoding.UTF8.GetBytes(written))));
    }

    private static byte[] Order(int customer, int id)
    {
        var order = new Order(
            id, customer, "i", OrderStatus.Invoiced, Time, null, null, null, null, 2, Time, Time, 25.00m, 0, 0, 25.00m, 25.00m);
        OrderItem[] items =
        [
            new(id, 1, 1, "a", 2, 12.50m, Time, 0, 1, 12.50m, 12.50m, 0),
            new(id, 2, 2, "b", 2, 6.25m, Time, 0, 1, 6.25m, 6.25m, 0),
        ];
        var export = new OrderExport("t", default, order, [.. items], [new OrderHistory(1, id, Time, OrderStatus.Invoiced)]);
        return JsonSerializer.SerializeToUtf8Bytes(export, EntityJson.Default.OrderExport);
    }
}

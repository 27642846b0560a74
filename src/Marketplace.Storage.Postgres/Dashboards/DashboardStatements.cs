using System.Text.Json;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>
/// The statements of a batch on the dashboards' tables: a few, whatever the number of sellers. Each adds to an aggregate what it did to
/// the rows behind it, so that the two agree in every state that is committed.
/// </summary>
internal static class DashboardStatements
{
    private const string Columns =
        "seller_id, customer_id, order_id, id, total_amount, freight_value, total_incentive, total_invoice, total_items, document";

    private const string Sums = "total_amount, total_freight, total_incentive, total_invoice, total_items";

    private static readonly string Known =
        $"INSERT INTO {DashboardTables.Aggregates} (seller_id, is_known) SELECT seller_id, true FROM unnest($1) AS u (seller_id) "
        + "ON CONFLICT (seller_id) DO UPDATE SET is_known = true";

    private static readonly string Leave = Folded(
        $"DELETE FROM {DashboardTables.Entries} e USING unnest($1, $2, $3) AS u (seller_id, customer_id, order_id) "
        + "WHERE e.seller_id = u.seller_id AND e.customer_id = u.customer_id AND e.order_id = u.order_id RETURNING e.*",
        sign: "-");

    private static readonly string Come = Folded(
        $"INSERT INTO {DashboardTables.Entries} ({Columns}) SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) "
        + "ON CONFLICT DO NOTHING RETURNING *",
        sign: "+");

    private static readonly string Change =
        $"UPDATE {DashboardTables.Entries} e SET document = u.document "
        + "FROM unnest($1, $2, $3, $4, $5) AS u (seller_id, customer_id, order_id, id, document) "
        + "WHERE e.seller_id = u.seller_id AND e.customer_id = u.customer_id AND e.order_id = u.order_id AND e.id = u.id";

    /// <summary>A question for one dashboard: the aggregate, and the entries, in one statement and so of one snapshot. $1: the seller.</summary>
    public static string Read { get; } =
        $"SELECT count_orders, count_items, {Sums}, NULL AS document FROM {DashboardTables.Aggregates} WHERE seller_id = $1 AND is_known "
        + $"UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, document FROM {DashboardTables.Entries} WHERE seller_id = $1";

    /// <summary>Adds the statements.</summary>
    public static void Add(NpgsqlBatch batch, DashboardRows rows)
    {
        if (rows.Known.Count > 0)
            Sql.Add(batch, Known, Column(NpgsqlDbType.Integer, rows.Known, static seller => seller));

        if (rows.Left.Count > 0)
        {
            Sql.Add(
                batch,
                Leave,
                Column(NpgsqlDbType.Integer, rows.Left, static key => key.Seller),
                Column(NpgsqlDbType.Integer, rows.Left, static key => key.Customer),
                Column(NpgsqlDbType.Integer, rows.Left, static key => key.Order));
        }

        if (rows.Issued.ToList() is { Count: > 0 } issued)
        {
            Sql.Add(
                batch,
                Come,
                [
                    .. Keys(issued),
                    Column(NpgsqlDbType.Numeric, issued, static entry => entry.TotalAmount),
                    Column(NpgsqlDbType.Numeric, issued, static entry => entry.FreightValue),
                    Column(NpgsqlDbType.Numeric, issued, static entry => entry.TotalIncentive),
                    Column(NpgsqlDbType.Numeric, issued, static entry => entry.TotalInvoice),
                    Column(NpgsqlDbType.Numeric, issued, static entry => entry.TotalItems),
                    Column(NpgsqlDbType.Json, issued, Document),
                ]);
        }

        if (rows.Changed.ToList() is { Count: > 0 } changed)
            Sql.Add(batch, Change, [.. Keys(changed), Column(NpgsqlDbType.Json, changed, Document)]);
    }

    /// <summary>An entry as it was written.</summary>
    public static OrderEntry Entry(byte[] document) => JsonSerializer.Deserialize(document, EntityJson.Default.OrderEntry)!;

    private static byte[] Document(OrderEntry entry) => JsonSerializer.SerializeToUtf8Bytes(entry, EntityJson.Default.OrderEntry);

    // What a statement does to rows, summed up by seller and added to the aggregates or taken from them.
    private static string Folded(string statement, string sign) =>
        $"WITH rows AS ({statement}) INSERT INTO {DashboardTables.Aggregates} AS d (seller_id, count_orders, count_items, {Sums}) "
        + $"SELECT seller_id, {sign} count(DISTINCT (customer_id, order_id)), {sign} count(*), {sign} sum(total_amount), "
        + $"{sign} sum(freight_value), {sign} sum(total_incentive), {sign} sum(total_invoice), {sign} sum(total_items) "
        + "FROM rows GROUP BY seller_id "
        + "ON CONFLICT (seller_id) DO UPDATE SET count_orders = d.count_orders + excluded.count_orders, "
        + "count_items = d.count_items + excluded.count_items, total_amount = d.total_amount + excluded.total_amount, "
        + "total_freight = d.total_freight + excluded.total_freight, total_incentive = d.total_incentive + excluded.total_incentive, "
        + "total_invoice = d.total_invoice + excluded.total_invoice, total_items = d.total_items + excluded.total_items";

    private static NpgsqlParameter[] Keys(List<OrderEntry> entries) =>
    [
        Column(NpgsqlDbType.Integer, entries, static entry => entry.SellerId),
        Column(NpgsqlDbType.Integer, entries, static entry => entry.CustomerId),
        Column(NpgsqlDbType.Integer, entries, static entry => entry.OrderId),
        Column(NpgsqlDbType.Integer, entries, static entry => entry.Id),
    ];

    private static NpgsqlParameter Column<TRow, T>(NpgsqlDbType type, IReadOnlyCollection<TRow> rows, Func<TRow, T> value) =>
        new NpgsqlParameter<List<T>> { TypedValue = [.. rows.Select(value)], NpgsqlDbType = NpgsqlDbType.Array | type };
}

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

    private const string Zero =
        "count_orders = 0, count_items = 0, total_amount = 0, total_freight = 0, total_incentive = 0, total_invoice = 0, total_items = 0";

    private static readonly string Known =
        $"INSERT INTO {DashboardTables.Aggregates} (seller_id, is_known) SELECT seller_id, true FROM unnest($1) AS u (seller_id) "
        + "ON CONFLICT (seller_id) DO UPDATE SET is_known = true";

    private static readonly string Leave = Leaving("");
    private static readonly string Come = Coming("");
    private static readonly string Change = Changing("");

    // Where several silos write: a seller is its silo's, and what others still have of it they write no more. The rows are locked before
    // anything is looked at, in one order.
    private static readonly string Lock =
        $"SELECT FROM {DashboardTables.Aggregates} WHERE seller_id = ANY ($1) ORDER BY seller_id FOR UPDATE";

    private static readonly string Take =
        $"INSERT INTO {DashboardTables.Aggregates} (seller_id, owner) SELECT seller_id, $2 FROM unnest($1) AS u (seller_id) "
        + $"ON CONFLICT (seller_id) DO UPDATE SET owner = excluded.owner, is_known = false, {Zero}";

    private static readonly string Empty = $"DELETE FROM {DashboardTables.Entries} WHERE seller_id = ANY ($1)";

    private static readonly string KnownHere =
        $"INSERT INTO {DashboardTables.Aggregates} AS d (seller_id, is_known, owner) SELECT seller_id, true, $2 FROM unnest($1) AS u (seller_id) "
        + "ON CONFLICT (seller_id) DO UPDATE SET is_known = true WHERE d.owner = excluded.owner";

    private static readonly string LeaveHere = Leaving(Here("e", "$4"));
    private static readonly string ComeHere = Coming(Here("u", "$11"));
    private static readonly string ChangeHere = Changing(Here("e", "$6"));

    // Somebody may ask for any number: no row is kept of a seller that is none.
    private static readonly string GiveUp =
        $"DELETE FROM {DashboardTables.Aggregates} WHERE seller_id = ANY ($1) AND owner = $2 AND NOT is_known AND count_items = 0";

    /// <summary>A question for one dashboard: the aggregate, and the entries, in one statement and so of one snapshot. $1: the seller.</summary>
    public static string Read { get; } =
        $"SELECT count_orders, count_items, {Sums}, NULL AS document, owner FROM {DashboardTables.Aggregates} WHERE seller_id = $1 AND is_known "
        + $"UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, document, NULL FROM {DashboardTables.Entries} WHERE seller_id = $1";

    /// <summary>Adds the statements.</summary>
    /// <param name="owner">Number of this writer, where several write; null where it is alone.</param>
    public static void Add(NpgsqlBatch batch, DashboardRows rows, long? owner)
    {
        var (issued, changed) = (rows.Issued.ToList(), rows.Changed.ToList());
        if (owner is not null)
        {
            int[] all =
            [
                .. rows.ShownAnew, .. rows.Known, .. rows.Left.Select(static key => key.Seller), .. issued.Select(static entry => entry.SellerId),
                .. changed.Select(static entry => entry.SellerId),
            ];
            Sql.Add(batch, Lock, Column(NpgsqlDbType.Integer, [.. all.Distinct()], static seller => seller));
        }

        int[] anew = [.. rows.ShownAnew.Order()];
        if (anew.Length > 0)
        {
            AddOwned(Take, "", Column(NpgsqlDbType.Integer, anew, static seller => seller));
            Sql.Add(batch, Empty, Column(NpgsqlDbType.Integer, anew, static seller => seller));
        }

        if (rows.Known.Count > 0)
            AddOwned(KnownHere, Known, Column(NpgsqlDbType.Integer, rows.Known, static seller => seller));

        if (rows.Left.Count > 0)
        {
            AddOwned(
                LeaveHere,
                Leave,
                Column(NpgsqlDbType.Integer, rows.Left, static key => key.Seller),
                Column(NpgsqlDbType.Integer, rows.Left, static key => key.Customer),
                Column(NpgsqlDbType.Integer, rows.Left, static key => key.Order));
        }

        if (issued.Count > 0)
        {
            AddOwned(
                ComeHere,
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

        if (changed.Count > 0)
            AddOwned(ChangeHere, Change, [.. Keys(changed), Column(NpgsqlDbType.Json, changed, Document)]);

        if (anew.Length > 0)
            AddOwned(GiveUp, "", Column(NpgsqlDbType.Integer, anew, static seller => seller));

        void AddOwned(string ofOne, string ofAll, params ReadOnlySpan<NpgsqlParameter> columns)
        {
            if (owner is { } number)
                Sql.Add(batch, ofOne, [.. columns, Sql.Number(number)]);
            else
                Sql.Add(batch, ofAll, columns);
        }
    }

    /// <summary>An entry as it was written.</summary>
    public static OrderEntry Entry(byte[] document) => JsonSerializer.Deserialize(document, EntityJson.Default.OrderEntry)!;

    private static byte[] Document(OrderEntry entry) => JsonSerializer.SerializeToUtf8Bytes(entry, EntityJson.Default.OrderEntry);

    private static string Leaving(string here) => Folded(
        $"DELETE FROM {DashboardTables.Entries} e USING unnest($1, $2, $3) AS u (seller_id, customer_id, order_id) "
        + $"WHERE e.seller_id = u.seller_id AND e.customer_id = u.customer_id AND e.order_id = u.order_id{here} RETURNING e.*",
        sign: "-");

    private static string Coming(string here) => Folded(
        $"INSERT INTO {DashboardTables.Entries} ({Columns}) "
        + $"SELECT u.* FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS u ({Columns}) WHERE true{here} ON CONFLICT DO NOTHING RETURNING *",
        sign: "+");

    private static string Changing(string here) =>
        $"UPDATE {DashboardTables.Entries} e SET document = u.document "
        + "FROM unnest($1, $2, $3, $4, $5) AS u (seller_id, customer_id, order_id, id, document) "
        + $"WHERE e.seller_id = u.seller_id AND e.customer_id = u.customer_id AND e.order_id = u.order_id AND e.id = u.id{here}";

    private static string Here(string row, string owner) =>
        $" AND EXISTS (SELECT FROM {DashboardTables.Aggregates} o WHERE o.seller_id = {row}.seller_id AND o.owner = {owner})";

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

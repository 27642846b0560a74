using Marketplace.Storage.Postgres.Connections;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>
/// The tables of the dashboards of all sellers: their ongoing entries, and of each seller the aggregate of its own. An entry lies there as
/// JSON, which takes every text and every time as it is; what is summed up, and found by, has columns.
/// </summary>
internal static class DashboardTables
{
    /// <summary>Whose they are.</summary>
    public const string Service = "seller";

    /// <summary>The ongoing entries.</summary>
    public static readonly string Entries = Services.Schema(Service) + ".ongoing_entry";

    /// <summary>The aggregates.</summary>
    public static readonly string Aggregates = Services.Schema(Service) + ".dashboard";

    /// <summary>Makes the tables empty. A silo fills them from the states of its sellers when it starts.</summary>
    /// <param name="service">Not used: they are of one service.</param>
    public static string Of(string service) => $"{Shared(service)}; {string.Join("; ", Empty(ingestedToo: true))}";

    /// <summary>Makes the tables. The silos of a cluster leave in them what is there: each seller is shown anew when it comes to a silo.</summary>
    /// <param name="service">Not used: they are of one service.</param>
    public static string Shared(string service) => $"""
        CREATE TABLE IF NOT EXISTS {Entries} (seller_id int NOT NULL, customer_id int NOT NULL, order_id int NOT NULL, id int NOT NULL,
            total_amount numeric NOT NULL, freight_value numeric NOT NULL, total_incentive numeric NOT NULL, total_invoice numeric NOT NULL,
            total_items numeric NOT NULL, document json NOT NULL, PRIMARY KEY (seller_id, customer_id, order_id, id)) WITH (fillfactor = 50);
        CREATE TABLE IF NOT EXISTS {Aggregates} (seller_id int PRIMARY KEY, is_known boolean NOT NULL DEFAULT false,
            count_orders int NOT NULL DEFAULT 0, count_items int NOT NULL DEFAULT 0, total_amount numeric NOT NULL DEFAULT 0,
            total_freight numeric NOT NULL DEFAULT 0, total_incentive numeric NOT NULL DEFAULT 0, total_invoice numeric NOT NULL DEFAULT 0,
            total_items numeric NOT NULL DEFAULT 0) WITH (fillfactor = 50);
        ALTER TABLE {Aggregates} ADD COLUMN IF NOT EXISTS owner bigint
        """;

    /// <summary>Empties them.</summary>
    /// <param name="ingestedToo">Whether sellers are no longer known either.</param>
    public static string[] Empty(bool ingestedToo) => ingestedToo
        ? [$"TRUNCATE {Entries}, {Aggregates}"]
        :
        [
            $"TRUNCATE {Entries}",
            $"UPDATE {Aggregates} SET count_orders = 0, count_items = 0, total_amount = 0, total_freight = 0, total_incentive = 0, "
            + "total_invoice = 0, total_items = 0",
        ];
}

using System.Globalization;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Layouts;

/// <summary>The table `state`, which layouts may share: of each grain the version and the document of its state.</summary>
/// <remarks>
/// json rather than jsonb: it costs a third of the time to write, takes every text that a client may send, and is read as it was
/// written. Room is left in the pages of what is updated again and again, so that its indexes need no update.
/// </remarks>
internal static class StateTable
{
    /// <summary>Makes it, where it is not there yet.</summary>
    public static string Create(string service) =>
        $"CREATE TABLE IF NOT EXISTS {Services.Schema(service)}.state "
        + "(grain bigint PRIMARY KEY, version bigint NOT NULL, document json NOT NULL) WITH (fillfactor = 50)";

    /// <summary>Adds the statements that write versions and documents.</summary>
    /// <returns>Those whose items go.</returns>
    public static List<StateRow> Write(NpgsqlBatch batch, ServiceBatch part)
    {
        var schema = Services.Schema(part.Service);
        var made = Of(part, StateRowKind.Made);
        if (made.Count > 0)
        {
            Sql.Add(
                batch,
                Sql.Checked(
                    $"INSERT INTO {schema}.state (grain, version, document) SELECT * FROM unnest($1, $2, $3) ON CONFLICT DO NOTHING", count: 4),
                Sql.Column(made, s => s.Grain), Sql.Column(made, s => s.Next), Sql.Json(made.ConvertAll(s => s.Document)),
                Sql.Number(made.Count));
        }

        var changed = part.States.Where(state => state.Kind is StateRowKind.Changed or StateRowKind.Replaced).ToList();
        if (changed.Count > 0)
        {
            Sql.Add(
                batch,
                Sql.Checked(
                    $"UPDATE {schema}.state s SET version = u.next, document = u.document "
                    + "FROM unnest($1, $2, $3, $5) AS u (grain, version, document, next) WHERE s.grain = u.grain AND s.version = u.version",
                    count: 4),
                Sql.Column(changed, s => s.Grain), Sql.Column(changed, s => s.Version), Sql.Json(changed.ConvertAll(s => s.Document)),
                Sql.Number(changed.Count), Sql.Column(changed, s => s.Next));
        }

        var cleared = Of(part, StateRowKind.Cleared);
        if (cleared.Count > 0)
        {
            Sql.Add(
                batch,
                Sql.Checked(
                    $"DELETE FROM {schema}.state s USING unnest($1, $2) AS u (grain, version) "
                    + "WHERE s.grain = u.grain AND s.version = u.version",
                    count: 3),
                Sql.Column(cleared, s => s.Grain), Sql.Column(cleared, s => s.Version), Sql.Number(cleared.Count));
        }

        return [.. part.States.Where(state => state.ClearsItems)];
    }

    /// <summary>The documents, as <see cref="IStateLayout.Load"/> asks for them.</summary>
    public static string Load(string service) =>
        $"SELECT grain, version, NULL::text AS part, 0::bigint AS id, document FROM {Services.Schema(service)}.state WHERE grain = ANY ($1)";

    /// <inheritdoc cref="IStateLayout.Versions"/>
    public static string Versions(string service) => $"SELECT grain, version FROM {Services.Schema(service)}.state WHERE grain = ANY ($1)";

    /// <inheritdoc cref="IStateLayout.List"/>
    public static string List(string service, long from, int count) => string.Create(
        CultureInfo.InvariantCulture, $"SELECT grain FROM {Services.Schema(service)}.state WHERE grain >= {from} ORDER BY grain LIMIT {count}");

    private static List<StateRow> Of(ServiceBatch part, StateRowKind kind) => [.. part.States.Where(state => state.Kind == kind)];
}

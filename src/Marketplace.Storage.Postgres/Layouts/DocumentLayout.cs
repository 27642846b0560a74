using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Layouts;

/// <summary>JSON as it is: documents in the table `state`, items in the table `item`.</summary>
internal sealed class DocumentLayout : IStateLayout
{
    /// <summary>Its name.</summary>
    public const string Document = "document";

    public string Name => Document;

    public string Tables(string service) =>
        $"""
        {StateTable.Create(service)};
        CREATE TABLE IF NOT EXISTS {Services.Schema(service)}.item (grain bigint NOT NULL, part text NOT NULL, id bigint NOT NULL,
            document json NOT NULL, PRIMARY KEY (grain, part, id)) WITH (fillfactor = 50)
        """;

    public void Write(NpgsqlBatch batch, ServiceBatch part)
    {
        var schema = Services.Schema(part.Service);
        var cleared = StateTable.Write(batch, part);
        if (cleared.Count > 0)
            Sql.Add(batch, $"DELETE FROM {schema}.item WHERE grain = ANY ($1)", Sql.Column(cleared, s => s.Grain));

        var set = part.States.SelectMany(state => state.Set, (state, item) => (state.Grain, item.Part, item.Id, item.Document)).ToList();
        if (set.Count > 0)
        {
            Sql.Add(
                batch,
                $"INSERT INTO {schema}.item (grain, part, id, document) SELECT * FROM unnest($1, $2, $3, $4) "
                + "ON CONFLICT (grain, part, id) DO UPDATE SET document = excluded.document",
                Sql.Column(set, i => i.Grain), Sql.Text(set.ConvertAll(i => i.Part)), Sql.Column(set, i => i.Id),
                Sql.Json(set.ConvertAll(i => i.Document)));
        }

        var removed = part.States.SelectMany(state => state.Removed, (state, item) => (state.Grain, item.Part, item.Id)).ToList();
        if (removed.Count > 0)
        {
            Sql.Add(
                batch,
                Sql.Checked(
                    $"DELETE FROM {schema}.item i USING unnest($1, $2, $3) AS u (grain, part, id) "
                    + "WHERE i.grain = u.grain AND i.part = u.part AND i.id = u.id",
                    count: 4,
                    orFewer: part.IsMerged),
                Sql.Column(removed, i => i.Grain), Sql.Text(removed.ConvertAll(i => i.Part)), Sql.Column(removed, i => i.Id),
                Sql.Number(removed.Count));
        }
    }

    public string Load(string service) =>
        $"{StateTable.Load(service)} "
        + $"UNION ALL SELECT grain, 0::bigint, part, id, document FROM {Services.Schema(service)}.item WHERE grain = ANY ($1)";

    public string Versions(string service) => StateTable.Versions(service);

    public string List(string service, long from, int count) => StateTable.List(service, from, count);
}

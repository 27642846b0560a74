using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>The key, and all else in a document (JSONB).</summary>
internal sealed class DocumentLayout : ItemLayout
{
    public override IEnumerable<string> Tables => ["CREATE TABLE item (id bigint PRIMARY KEY, body jsonb NOT NULL)"];

    public override IEnumerable<string> Indexes =>
    [
        "CREATE INDEX item_sku ON item ((body ->> 'sku'))",
        "CREATE INDEX item_owner ON item (((body ->> 'owner')::bigint))",
        "CREATE INDEX item_category ON item (((body ->> 'category')::int))",
        "CREATE INDEX item_status ON item (((body ->> 'status')::int))",
        "CREATE INDEX item_created ON item ((body ->> 'createdAt'))",
    ];

    public override string Select => "SELECT i.id, i.body FROM item i";

    public override string HasSku => "i.body ->> 'sku' = $1";

    public override string HasOwner => "(i.body ->> 'owner')::bigint = $1";

    public override Item Read(NpgsqlDataReader row)
    {
        var document = ItemDocument.Parse(row.GetString(1));
        return document.ToItem(row.GetInt64(0), document.Sku!, document.Owner!.Value, document.Status!.Value);
    }

    public override void Insert(NpgsqlBatch batch, Item item) =>
        Add(batch, "INSERT INTO item (id, body) VALUES ($1, $2::jsonb)", item.Id, ItemDocument.Of(item).ToJson());

    public override void Update(NpgsqlBatch batch, long id, ItemChange change) => Add(
        batch,
        "UPDATE item SET body = jsonb_set(body || $2::jsonb, ARRAY['attributes', $3], to_jsonb($4)) WHERE id = $1",
        id,
        (ItemDocument.Of(change) with { Status = change.Status }).ToJson(),
        change.Attribute.Name,
        change.Attribute.Value);

    public override void Delete(NpgsqlBatch batch, long id) => Add(batch, "DELETE FROM item WHERE id = $1", id);

    public override Task Copy(NpgsqlConnection connection, int rows) =>
        Copy(connection, "item (id, body)", rows, static async (copy, item) =>
        {
            await copy.StartRowAsync();
            await copy.WriteAsync(item.Id);
            await copy.WriteAsync(ItemDocument.Of(item).ToJson(), NpgsqlDbType.Jsonb);
        });
}

/// <summary>Columns for what is searched by, and all else in a document (JSONB).</summary>
internal sealed class HybridLayout : ItemLayout
{
    public override IEnumerable<string> Tables =>
    [
        "CREATE TABLE item (id bigint PRIMARY KEY, sku text NOT NULL, owner_id bigint NOT NULL, status int NOT NULL, body jsonb NOT NULL)",
    ];

    public override IEnumerable<string> Indexes =>
    [
        "CREATE INDEX item_sku ON item (sku)",
        "CREATE INDEX item_owner ON item (owner_id)",
        "CREATE INDEX item_status ON item (status)",
    ];

    public override string Select => "SELECT i.id, i.sku, i.owner_id, i.status, i.body FROM item i";

    public override string HasSku => "i.sku = $1";

    public override string HasOwner => "i.owner_id = $1";

    public override Item Read(NpgsqlDataReader row) =>
        ItemDocument.Parse(row.GetString(4)).ToItem(row.GetInt64(0), row.GetString(1), row.GetInt64(2), row.GetInt32(3));

    public override void Insert(NpgsqlBatch batch, Item item) => Add(
        batch,
        "INSERT INTO item (id, sku, owner_id, status, body) VALUES ($1, $2, $3, $4, $5::jsonb)",
        item.Id,
        item.Sku,
        item.Owner,
        item.Status,
        ItemDocument.Rest(item).ToJson());

    public override void Update(NpgsqlBatch batch, long id, ItemChange change) => Add(
        batch,
        "UPDATE item SET status = $5, body = jsonb_set(body || $2::jsonb, ARRAY['attributes', $3], to_jsonb($4)) WHERE id = $1",
        id,
        ItemDocument.Of(change).ToJson(),
        change.Attribute.Name,
        change.Attribute.Value,
        change.Status);

    public override void Delete(NpgsqlBatch batch, long id) => Add(batch, "DELETE FROM item WHERE id = $1", id);

    public override Task Copy(NpgsqlConnection connection, int rows) =>
        Copy(connection, "item (id, sku, owner_id, status, body)", rows, static async (copy, item) =>
        {
            await copy.StartRowAsync();
            await copy.WriteAsync(item.Id);
            await copy.WriteAsync(item.Sku);
            await copy.WriteAsync(item.Owner);
            await copy.WriteAsync(item.Status);
            await copy.WriteAsync(ItemDocument.Rest(item).ToJson(), NpgsqlDbType.Jsonb);
        });
}

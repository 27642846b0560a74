using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>Typed columns, and a child table each for attributes and tags.</summary>
internal sealed class RelationalLayout : ItemLayout
{
    private const string Columns =
        "id, sku, owner_id, category, status, price, quantity, created_at, updated_at, writer, sequence, checksum";

    public override IEnumerable<string> Tables =>
    [
        """
        CREATE TABLE item (
            id bigint PRIMARY KEY, sku text NOT NULL, owner_id bigint NOT NULL, category int NOT NULL, status int NOT NULL,
            price numeric(12,2) NOT NULL, quantity int NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
            writer int NOT NULL, sequence bigint NOT NULL, checksum bigint NOT NULL)
        """,
        """
        CREATE TABLE item_attribute (
            item_id bigint NOT NULL, place int NOT NULL, name text NOT NULL, value text NOT NULL, PRIMARY KEY (item_id, place))
        """,
        "CREATE TABLE item_tag (item_id bigint NOT NULL, place int NOT NULL, tag text NOT NULL, PRIMARY KEY (item_id, place))",
    ];

    public override IEnumerable<string> Indexes =>
    [
        "CREATE INDEX item_sku ON item (sku)",
        "CREATE INDEX item_owner ON item (owner_id)",
        "CREATE INDEX item_category ON item (category)",
        "CREATE INDEX item_status ON item (status)",
        "CREATE INDEX item_created ON item (created_at)",
    ];

    public override string Select =>
        """
        SELECT i.id, i.sku, i.owner_id, i.category, i.status, i.price, i.quantity, i.created_at, i.updated_at, i.writer, i.sequence, i.checksum,
            ARRAY(SELECT a.name FROM item_attribute a WHERE a.item_id = i.id ORDER BY a.place),
            ARRAY(SELECT a.value FROM item_attribute a WHERE a.item_id = i.id ORDER BY a.place),
            ARRAY(SELECT t.tag FROM item_tag t WHERE t.item_id = i.id ORDER BY t.place)
        FROM item i
        """;

    public override string HasSku => "i.sku = $1";

    public override string HasOwner => "i.owner_id = $1";

    public override Item Read(NpgsqlDataReader row) => new(
        row.GetInt64(0),
        row.GetString(1),
        row.GetInt64(2),
        row.GetInt32(3),
        row.GetInt32(4),
        row.GetDecimal(5),
        row.GetInt32(6),
        row.GetDateTime(7),
        row.GetDateTime(8),
        [.. row.GetFieldValue<string[]>(12).Zip(row.GetFieldValue<string[]>(13), (name, value) => new ItemAttribute(name, value))],
        row.GetFieldValue<string[]>(14),
        new WriteMark(row.GetInt32(9), row.GetInt64(10), (uint)row.GetInt64(11)));

    public override void Insert(NpgsqlBatch batch, Item item)
    {
        Add(batch, $"INSERT INTO item ({Columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)", Values(item));
        Add(
            batch,
            """
            INSERT INTO item_attribute (item_id, place, name, value)
            SELECT $1, a.place, a.name, a.value FROM unnest($2, $3) WITH ORDINALITY AS a(name, value, place)
            """,
            item.Id,
            item.Attributes.Select(attribute => attribute.Name).ToArray(),
            item.Attributes.Select(attribute => attribute.Value).ToArray());
        Add(
            batch,
            "INSERT INTO item_tag (item_id, place, tag) SELECT $1, t.place, t.tag FROM unnest($2) WITH ORDINALITY AS t(tag, place)",
            item.Id,
            item.Tags.ToArray());
    }

    public override void Update(NpgsqlBatch batch, long id, ItemChange change)
    {
        Add(
            batch,
            """
            UPDATE item SET status = $2, price = $3, quantity = $4, updated_at = $5, writer = $6, sequence = $7, checksum = $8 WHERE id = $1
            """,
            id,
            change.Status,
            change.Price,
            change.Quantity,
            change.UpdatedAt,
            change.Mark.Writer,
            change.Mark.Sequence,
            (long)change.Mark.Check);
        Add(
            batch,
            "UPDATE item_attribute SET value = $3 WHERE item_id = $1 AND name = $2",
            id,
            change.Attribute.Name,
            change.Attribute.Value);
    }

    public override void Delete(NpgsqlBatch batch, long id)
    {
        Add(batch, "DELETE FROM item WHERE id = $1", id);
        Add(batch, "DELETE FROM item_attribute WHERE item_id = $1", id);
        Add(batch, "DELETE FROM item_tag WHERE item_id = $1", id);
    }

    public override async Task Copy(NpgsqlConnection connection, int rows)
    {
        await Copy(connection, $"item ({Columns})", rows, static (copy, item) => copy.WriteRowAsync(CancellationToken.None, Values(item)));
        await Copy(connection, "item_attribute (item_id, place, name, value)", rows, static async (copy, item) =>
        {
            for (var place = 0; place < item.Attributes.Count; place++)
                await copy.WriteRowAsync(CancellationToken.None, item.Id, place + 1, item.Attributes[place].Name, item.Attributes[place].Value);
        });
        await Copy(connection, "item_tag (item_id, place, tag)", rows, static async (copy, item) =>
        {
            for (var place = 0; place < item.Tags.Count; place++)
                await copy.WriteRowAsync(CancellationToken.None, item.Id, place + 1, item.Tags[place]);
        });
    }

    // In the order of the columns.
    private static object[] Values(Item item) =>
    [
        item.Id,
        item.Sku,
        item.Owner,
        item.Category,
        item.Status,
        item.Price,
        item.Quantity,
        item.CreatedAt,
        item.UpdatedAt,
        item.Mark.Writer,
        item.Mark.Sequence,
        (long)item.Mark.Check,
    ];
}

using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>How items are laid out in tables: the statements, and how a row is read.</summary>
internal abstract class ItemLayout
{
    /// <summary>Makes the tables.</summary>
    public abstract IEnumerable<string> Tables { get; }

    /// <summary>Makes the secondary indexes.</summary>
    public abstract IEnumerable<string> Indexes { get; }

    /// <summary>Selects items, named i; a condition follows.</summary>
    public abstract string Select { get; }

    /// <summary>The condition that the sku is $1.</summary>
    public abstract string HasSku { get; }

    /// <summary>The condition that the owner is $1.</summary>
    public abstract string HasOwner { get; }

    /// <summary>The layout of a name, whether indexed or not.</summary>
    public static ItemLayout Of(string name) => name.Split('-')[0] switch
    {
        "relational" => new RelationalLayout(),
        "document" => new DocumentLayout(),
        _ => new HybridLayout(),
    };

    /// <summary>Reads the row that <see cref="Select"/> selects.</summary>
    public abstract Item Read(NpgsqlDataReader row);

    /// <summary>Inserts an item.</summary>
    public abstract void Insert(NpgsqlBatch batch, Item item);

    /// <summary>Updates an item; the first command tells by its rows whether there is one.</summary>
    public abstract void Update(NpgsqlBatch batch, long id, ItemChange change);

    /// <summary>Deletes an item; the first command tells by its rows whether there was one.</summary>
    public abstract void Delete(NpgsqlBatch batch, long id);

    /// <summary>Copies the seed into the tables.</summary>
    public abstract Task Copy(NpgsqlConnection connection, int rows);

    /// <summary>Adds a statement with its values to a batch.</summary>
    public static void Add(NpgsqlBatch batch, string statement, params ReadOnlySpan<object> values)
    {
        var command = new NpgsqlBatchCommand(statement);
        foreach (var value in values)
            command.Parameters.Add(new NpgsqlParameter { Value = value });
        batch.BatchCommands.Add(command);
    }

    protected static async Task Copy(NpgsqlConnection connection, string into, int rows, Func<NpgsqlBinaryImporter, Item, Task> write)
    {
        await using var copy = await connection.BeginBinaryImportAsync($"COPY {into} FROM STDIN (FORMAT binary)");
        for (var id = 1; id <= rows; id++)
            await write(copy, SeedData.Item(id, rows));
        await copy.CompleteAsync();
    }
}

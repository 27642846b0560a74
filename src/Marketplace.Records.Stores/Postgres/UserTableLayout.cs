using System.Text.Json;
using Marketplace.Records.Stores.Ycsb;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>How the table of YCSB is laid out: the statements, and how rows are read.</summary>
internal abstract class UserTableLayout
{
    /// <summary>Makes the table.</summary>
    public abstract string Table { get; }

    /// <summary>Reads a record by its key.</summary>
    public abstract string Read { get; }

    /// <summary>Reads the first $2 records from a key on.</summary>
    public abstract string Scan { get; }

    /// <summary>Copies records into the table.</summary>
    public abstract string Copy { get; }

    /// <summary>The layout that settings ask for.</summary>
    /// <exception cref="RecordsSettingException">The table has no such layout.</exception>
    public static UserTableLayout Of(RecordsSettings settings, UserTableOptions options)
    {
        UserTables.Check(settings);
        return settings.Layout == "relational" ? new ColumnTable() : new DocumentTable(options.ReadsWhole);
    }

    /// <summary>Reads what <see cref="Read"/> selects; null if that is nothing.</summary>
    /// <param name="calls">How the server is waited for.</param>
    public abstract ValueTask<string[]?> ReadRecord(NpgsqlDataReader rows, NpgsqlCalls calls);

    /// <summary>Reads the fields of a row of <see cref="Scan"/>, whose first column is the key.</summary>
    public abstract string[] ReadFields(NpgsqlDataReader row);

    /// <summary>Replaces a field.</summary>
    public abstract void Update(NpgsqlBatch batch, string key, int field, string value);

    /// <summary>Adds a record.</summary>
    public abstract void Insert(NpgsqlBatch batch, UserRecord record);

    /// <summary>Copies a record of the seed.</summary>
    public abstract Task Write(NpgsqlBinaryImporter copy, UserRecord record);
}

/// <summary>The key, and the fields in a document (JSONB), with the statements of YCSB's own binding.</summary>
/// <param name="readsWhole">True if a document is read as it is, false if the server takes it apart.</param>
internal sealed class DocumentTable(bool readsWhole) : UserTableLayout
{
    public override string Table => "CREATE TABLE usertable (ycsb_key text PRIMARY KEY, ycsb_value jsonb NOT NULL)";

    public override string Read => readsWhole
        ? "SELECT ycsb_key, ycsb_value FROM usertable WHERE ycsb_key = $1"
        : "SELECT ycsb_key, (jsonb_each_text(ycsb_value)).* FROM usertable WHERE ycsb_key = $1";

    public override string Scan => "SELECT ycsb_key, ycsb_value FROM usertable WHERE ycsb_key >= $1 ORDER BY ycsb_key LIMIT $2";

    public override string Copy => "COPY usertable (ycsb_key, ycsb_value) FROM STDIN (FORMAT binary)";

    public override async ValueTask<string[]?> ReadRecord(NpgsqlDataReader rows, NpgsqlCalls calls)
    {
        if (readsWhole) return await calls.NextRow(rows) ? ReadFields(rows) : null;
        List<KeyValuePair<string, string>>? fields = null;
        while (await calls.NextRow(rows))
            (fields ??= new(UserData.Fields)).Add(new(rows.GetString(1), rows.GetString(2)));
        return fields is null ? null : UserData.InOrder(fields);
    }

    public override string[] ReadFields(NpgsqlDataReader row)
    {
        using var document = JsonDocument.Parse(row.GetString(1));
        return UserData.InOrder(document.RootElement.EnumerateObject()
            .Select(member => KeyValuePair.Create(member.Name, member.Value.ToString())));
    }

    public override void Update(NpgsqlBatch batch, string key, int field, string value) => ItemLayout.Add(
        batch, "UPDATE usertable SET ycsb_value = ycsb_value || $1::jsonb WHERE ycsb_key = $2", Json([(field, value)]), key);

    public override void Insert(NpgsqlBatch batch, UserRecord record) => ItemLayout.Add(
        batch, "INSERT INTO usertable (ycsb_key, ycsb_value) VALUES ($1, $2::jsonb)", record.Key, Json(record.Fields.Index()));

    public override async Task Write(NpgsqlBinaryImporter copy, UserRecord record)
    {
        await copy.StartRowAsync();
        await copy.WriteAsync(record.Key);
        await copy.WriteAsync(Json(record.Fields.Index()), NpgsqlDbType.Jsonb);
    }

    private static string Json(IEnumerable<(int Field, string Value)> fields) => JsonSerializer.Serialize(
        fields.ToDictionary(field => UserData.FieldName(field.Field), field => field.Value), RecordsJson.Default.DictionaryStringString);
}

/// <summary>The key, and a column for each field: what documents cost shows against it.</summary>
internal sealed class ColumnTable : UserTableLayout
{
    private static readonly string Columns = string.Join(", ", Enumerable.Range(0, UserData.Fields).Select(UserData.FieldName));
    private static readonly string[] Updates =
    [
        .. Enumerable.Range(0, UserData.Fields).Select(field => $"UPDATE usertable SET {UserData.FieldName(field)} = $1 WHERE ycsb_key = $2"),
    ];

    private static readonly string Values = string.Join(", ", Enumerable.Range(1, UserData.Fields + 1).Select(place => $"${place}"));

    public override string Table =>
        $"CREATE TABLE usertable (ycsb_key text PRIMARY KEY, {Columns.Replace(",", " text NOT NULL,", StringComparison.Ordinal)} text NOT NULL)";

    public override string Read { get; } = $"SELECT ycsb_key, {Columns} FROM usertable WHERE ycsb_key = $1";

    public override string Scan { get; } = $"SELECT ycsb_key, {Columns} FROM usertable WHERE ycsb_key >= $1 ORDER BY ycsb_key LIMIT $2";

    public override string Copy => $"COPY usertable (ycsb_key, {Columns}) FROM STDIN (FORMAT binary)";

    public override async ValueTask<string[]?> ReadRecord(NpgsqlDataReader rows, NpgsqlCalls calls) =>
        await calls.NextRow(rows) ? ReadFields(rows) : null;

    public override string[] ReadFields(NpgsqlDataReader row)
    {
        var fields = new string[UserData.Fields];
        for (var field = 0; field < fields.Length; field++)
            fields[field] = row.GetString(field + 1);
        return fields;
    }

    public override void Update(NpgsqlBatch batch, string key, int field, string value) => ItemLayout.Add(batch, Updates[field], value, key);

    public override void Insert(NpgsqlBatch batch, UserRecord record) => ItemLayout.Add(
        batch, $"INSERT INTO usertable (ycsb_key, {Columns}) VALUES ({Values})", [record.Key, .. record.Fields]);

    public override Task Write(NpgsqlBinaryImporter copy, UserRecord record) =>
        copy.WriteRowAsync(CancellationToken.None, [record.Key, .. record.Fields]);
}

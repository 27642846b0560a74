using System.Collections.Frozen;
using System.Collections.Immutable;
using Marketplace.Grains.Placement;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>The tables of the audit log, one in the schema of each service that logs, and the statements on them.</summary>
internal static class LogTable
{
    /// <summary>What is logged, a type a service at most, and the service.</summary>
    public static ImmutableArray<(string Type, string Service)> Types { get; } =
    [
        .. from service in MarketplaceServices.All
           let logged = service.Archives.SingleOrDefault(static stream => stream.LogType is not null)
           where logged is not null
           select (logged.LogType, service.Name),
    ];

    private static readonly FrozenDictionary<string, string> ServicesOfTypes = Types.ToFrozenDictionary(static t => t.Type, static t => t.Service);

    /// <summary>The table of a service.</summary>
    public static string Of(string service) => Services.Schema(service) + ".audit_log";

    /// <summary>The service that logs a type.</summary>
    public static string ServiceOf(string type) => ServicesOfTypes[type];

    /// <summary>Number of a type in the file of a log, which lives as long as its silo.</summary>
    public static int NumberOf(string type) => Types.IndexOf((type, ServiceOf(type)));

    /// <summary>The type of a number in the file of a log.</summary>
    public static string TypeOf(int number) => Types[number].Type;

    /// <summary>
    /// Makes what is not there yet. A record is named by the silo that wrote it and its number there: written twice it is one record, while
    /// an order that was logged twice would be two, and be seen.
    /// </summary>
    /// <param name="connection">A connection with a transaction. The schemas are there.</param>
    /// <param name="cancellationToken">Ends it early; then nothing was made.</param>
    /// <returns>A number for each service that no other silo has.</returns>
    public static async Task<Dictionary<string, long>> SetUp(
        NpgsqlConnection connection, IEnumerable<string> services, CancellationToken cancellationToken)
    {
        var writers = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var service in services)
        {
            await SchemaSetup.Execute(
                connection,
                $"CREATE TABLE IF NOT EXISTS {Of(service)} (writer bigint NOT NULL, number bigint NOT NULL, type text NOT NULL, "
                + "key text NOT NULL, customer int NOT NULL, tid text NOT NULL, time timestamptz NOT NULL, value json NOT NULL, "
                + "PRIMARY KEY (writer, number))",
                cancellationToken);
            await SchemaSetup.Execute(connection, $"CREATE SEQUENCE IF NOT EXISTS {Of(service)}_writer", cancellationToken);
            writers[service] = (long)(await SchemaSetup.Execute(connection, $"SELECT nextval('{Of(service)}_writer')", cancellationToken))!;
        }

        return writers;
    }

    /// <summary>The statement that writes records of one service: once each, however often it is sent.</summary>
    public static NpgsqlBatchCommand Insert(string service, long writer, List<LogRow> rows)
    {
        var insert = new NpgsqlBatchCommand(
            $"INSERT INTO {Of(service)} (writer, number, type, key, customer, tid, time, value) "
            + "SELECT $1, * FROM unnest($2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING");
        insert.Parameters.Add(new NpgsqlParameter<long> { TypedValue = writer });
        insert.Parameters.Add(Column(NpgsqlDbType.Bigint, rows.ConvertAll(static row => row.Number)));
        insert.Parameters.Add(Column(NpgsqlDbType.Text, rows.ConvertAll(static row => row.Record.Type)));
        insert.Parameters.Add(Column(NpgsqlDbType.Text, rows.ConvertAll(static row => row.Record.Key)));
        insert.Parameters.Add(Column(NpgsqlDbType.Integer, rows.ConvertAll(static row => row.Record.CustomerId)));
        insert.Parameters.Add(Column(NpgsqlDbType.Text, rows.ConvertAll(static row => Text(row.Record.Tid))));
        insert.Parameters.Add(Column(NpgsqlDbType.TimestampTz, rows.ConvertAll(static row => row.Record.Time)));
        insert.Parameters.Add(Column(NpgsqlDbType.Json, rows.ConvertAll(static row => row.Record.Value)));
        return insert;
    }

    /// <summary>Adds what writes records of one service that are not there yet.</summary>
    /// <param name="statements">A few go with them.</param>
    /// <param name="copied">Many are copied after the statements, in the same transaction.</param>
    public static void AddRows(
        NpgsqlBatch statements, List<Func<Task>> copied, NpgsqlConnection connection, string service, long writer, List<LogRow> rows)
    {
        if (rows.Count < CopyRows.Min)
            statements.BatchCommands.Add(Insert(service, writer, rows));
        else
            copied.Add(() => Copy(connection, service, writer, rows));
    }

    private static Task Copy(NpgsqlConnection connection, string service, long writer, List<LogRow> rows) => CopyRows.Copy(
        connection,
        $"{Of(service)} (writer, number, type, key, customer, tid, time, value)",
        columns: 8,
        rows.Count,
        (columns, row) =>
        {
            var (number, record) = rows[row];
            columns.Long(writer);
            columns.Long(number);
            columns.Text(record.Type);
            columns.Text(record.Key);
            columns.Int(record.CustomerId);
            columns.Text(Text(record.Tid));
            columns.Time(record.Time);
            columns.Json(record.Value);
        });

    private static NpgsqlParameter Column<T>(NpgsqlDbType type, List<T> values) =>
        new NpgsqlParameter<List<T>> { TypedValue = values, NpgsqlDbType = NpgsqlDbType.Array | type };

    // A client may name its transaction as it likes, and a column takes neither halves of characters nor the character 0.
    private static string Text(string tid)
    {
        foreach (var letter in tid)
        {
            if (letter == '\0' || char.IsSurrogate(letter))
                return System.Text.Encoding.UTF8.GetString(System.Text.Encoding.UTF8.GetBytes(tid)).Replace('\0', '\uFFFD');
        }

        return tid;
    }
}

using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Dashboards;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>
/// The statements of a batch: a few for each service, each with a column of values a parameter, whatever the number of grains. The schema
/// names are constants of this program. A statement that must concern a certain number of rows, and does not, divides by zero: so the whole
/// batch needs one round trip, and nothing of it stays when somebody else has written one of its states.
/// </summary>
internal static class Statements
{
    /// <summary>How the server says that a statement concerned other rows than it should.</summary>
    public const string Mismatch = PostgresErrorCodes.DivisionByZero;

    /// <summary>Notes that a batch is stored. Sent with each batch, so that a writer whose connection broke can look what became of it.</summary>
    public static NpgsqlBatchCommand Note(string schema, long writer, long number)
    {
        var note = new NpgsqlBatchCommand(Checked($"UPDATE {schema}.writer SET batch = $2 WHERE id = $1 AND batch < $2", count: 3));
        note.Parameters.Add(Number(writer));
        note.Parameters.Add(Number(number));
        note.Parameters.Add(Number(1));
        return note;
    }

    /// <summary>Adds the statements of a service.</summary>
    /// <param name="batch">Where to.</param>
    /// <param name="part">What is written.</param>
    public static void Add(NpgsqlBatch batch, ServiceBatch part)
    {
        var schema = Services.Schema(part.Service);
        AddStates(batch, schema, part);
        AddItems(batch, schema, part);
        AddSteps(batch, schema, part);
        if (part.Dashboards is { } dashboards)
        {
            DashboardStatements.Add(batch, dashboards);
        }

        if (part.Logged is { } log)
        {
            batch.BatchCommands.Add(LogTable.Insert(part.Service, log.Writer, log.Rows));
        }

        foreach (var (table, keys, records) in part.Archives)
        {
            Add(batch, $"INSERT INTO {schema}.{table} (key, record) SELECT * FROM unnest($1, $2)", Column(keys), Json(records));
        }
    }

    private static void AddStates(NpgsqlBatch batch, string schema, ServiceBatch part)
    {
        var made = part.States.Where(state => state.Kind == StateRowKind.Made).ToList();
        if (made.Count > 0)
        {
            Add(
                batch,
                Checked($"INSERT INTO {schema}.state (grain, version, document) SELECT * FROM unnest($1, $2, $3) ON CONFLICT DO NOTHING", 4),
                Column(made, s => s.Grain), Column(made, s => s.Version), Json(made.ConvertAll(s => s.Document)), Number(made.Count));
        }

        var changed = part.States.Where(state => state.Kind == StateRowKind.Changed).ToList();
        if (changed.Count > 0)
        {
            Add(
                batch,
                Checked(
                    $"UPDATE {schema}.state s SET version = s.version + 1, document = u.document "
                    + "FROM unnest($1, $2, $3) AS u (grain, version, document) WHERE s.grain = u.grain AND s.version = u.version",
                    4),
                Column(changed, s => s.Grain), Column(changed, s => s.Version), Json(changed.ConvertAll(s => s.Document)),
                Number(changed.Count));
        }

        var cleared = part.States.Where(state => state.Kind == StateRowKind.Cleared).ToList();
        if (cleared.Count > 0)
        {
            Add(
                batch,
                Checked(
                    $"DELETE FROM {schema}.state s USING unnest($1, $2) AS u (grain, version) "
                    + "WHERE s.grain = u.grain AND s.version = u.version",
                    3),
                Column(cleared, s => s.Grain), Column(cleared, s => s.Version), Number(cleared.Count));
            Add(batch, $"DELETE FROM {schema}.item WHERE grain = ANY ($1)", Column(cleared, s => s.Grain));
        }
    }

    private static void AddItems(NpgsqlBatch batch, string schema, ServiceBatch part)
    {
        var set = part.States.SelectMany(state => state.Set, (state, item) => (state.Grain, item.Part, item.Id, item.Document)).ToList();
        if (set.Count > 0)
        {
            Add(
                batch,
                $"INSERT INTO {schema}.item (grain, part, id, document) SELECT * FROM unnest($1, $2, $3, $4) "
                + "ON CONFLICT (grain, part, id) DO UPDATE SET document = excluded.document",
                Column(set, i => i.Grain), Text(set.ConvertAll(i => i.Part)), Column(set, i => i.Id), Json(set.ConvertAll(i => i.Document)));
        }

        var removed = part.States.SelectMany(state => state.Removed, (state, item) => (state.Grain, item.Part, item.Id)).ToList();
        if (removed.Count > 0)
        {
            Add(
                batch,
                Checked(
                    $"DELETE FROM {schema}.item i USING unnest($1, $2, $3) AS u (grain, part, id) "
                    + "WHERE i.grain = u.grain AND i.part = u.part AND i.id = u.id",
                    4),
                Column(removed, i => i.Grain), Text(removed.ConvertAll(i => i.Part)), Column(removed, i => i.Id), Number(removed.Count));
        }
    }

    // The end of a step that was never stored concerns no row.
    private static void AddSteps(NpgsqlBatch batch, string schema, ServiceBatch part)
    {
        var done = part.Steps.Where(step => step.Value.Write is not null).ToList();
        if (done.Count > 0)
        {
            Add(
                batch,
                $"INSERT INTO {schema}.step (saga, grain, number, record) SELECT * FROM unnest($1, $2, $3, $4) "
                + "ON CONFLICT (saga, grain) DO UPDATE SET number = excluded.number, record = excluded.record",
                Column(done, s => s.Key.Saga), Column(done, s => s.Key.Grain), Column(done, s => s.Value.Number),
                Json(done.ConvertAll(s => s.Value.Write!())));
        }

        var ended = part.Steps.Where(step => step.Value.Write is null).ToList();
        if (ended.Count > 0)
        {
            Add(
                batch,
                $"DELETE FROM {schema}.step s USING unnest($1, $2) AS u (saga, grain) WHERE s.saga = u.saga AND s.grain = u.grain",
                Column(ended, s => s.Key.Saga), Column(ended, s => s.Key.Grain));
        }
    }

    private static void Add(NpgsqlBatch batch, string statement, params ReadOnlySpan<NpgsqlParameter> columns)
    {
        var command = new NpgsqlBatchCommand(statement);
        foreach (var column in columns)
        {
            command.Parameters.Add(column);
        }

        batch.BatchCommands.Add(command);
    }

    // The parameter of that number says how many rows the statement must concern.
    private static string Checked(string statement, int count) =>
        $"WITH rows AS ({statement} RETURNING 1) SELECT 1 / (count(*) = ${count})::int FROM rows";

    private static NpgsqlParameter Number(long value) => new NpgsqlParameter<long> { TypedValue = value };

    private static NpgsqlParameter Column<T>(List<T> rows, Converter<T, long> value) =>
        new NpgsqlParameter<List<long>> { TypedValue = rows.ConvertAll(value), NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bigint };

    private static NpgsqlParameter Column(List<int> values) =>
        new NpgsqlParameter<List<int>> { TypedValue = values, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Integer };

    private static NpgsqlParameter Text(List<string> values) =>
        new NpgsqlParameter<List<string>> { TypedValue = values, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text };

    private static NpgsqlParameter Json(List<byte[]> documents) =>
        new NpgsqlParameter<List<byte[]>> { TypedValue = documents, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Json };
}

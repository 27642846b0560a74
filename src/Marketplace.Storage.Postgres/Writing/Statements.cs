using Marketplace.Storage.Postgres.Connections;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>
/// The statements of a batch: a few for each service, each with a column of values a parameter, whatever the number of grains. The schema
/// names are constants of this program.
/// </summary>
internal static class Statements
{
    /// <summary>Notes that a batch is stored. Sent with each batch, so that a writer whose connection broke can look what became of it.</summary>
    public static NpgsqlBatchCommand Note(string schema, long writer, long number)
    {
        var note = new NpgsqlBatchCommand($"UPDATE {schema}.writer SET batch = $2 WHERE id = $1 AND batch < $2");
        note.Parameters.Add(new NpgsqlParameter<long> { TypedValue = writer });
        note.Parameters.Add(new NpgsqlParameter<long> { TypedValue = number });
        return note;
    }

    /// <summary>Adds the statements of a service.</summary>
    /// <param name="batch">Where to.</param>
    /// <param name="part">What is written.</param>
    /// <param name="expected">For each statement so far and each added one, how many rows it must concern; null for any number.</param>
    public static void Add(NpgsqlBatch batch, ServiceBatch part, List<int?> expected)
    {
        var schema = Services.Schema(part.Service);
        AddStates(batch, schema, part, expected);
        AddItems(batch, schema, part, expected);
        foreach (var (table, keys, records) in part.Archives)
        {
            Add($"INSERT INTO {schema}.{table} (key, record) SELECT * FROM unnest($1, $2)", keys.Count, Column(keys), Json(records));
        }

        void Add(string statement, int? rows, params ReadOnlySpan<NpgsqlParameter> columns) =>
            Statements.Add(batch, expected, statement, rows, columns);
    }

    private static void AddStates(NpgsqlBatch batch, string schema, ServiceBatch part, List<int?> expected)
    {
        var made = part.States.Where(state => state.Kind == StateRowKind.Made).ToList();
        if (made.Count > 0)
        {
            Add(
                batch, expected,
                $"INSERT INTO {schema}.state (grain, version, document) SELECT * FROM unnest($1, $2, $3) ON CONFLICT DO NOTHING", made.Count,
                Column(made, s => s.Grain), Column(made, s => s.Version), Json(made.ConvertAll(s => s.Document)));
        }

        var changed = part.States.Where(state => state.Kind == StateRowKind.Changed).ToList();
        if (changed.Count > 0)
        {
            Add(
                batch, expected,
                $"UPDATE {schema}.state s SET version = s.version + 1, document = u.document "
                + "FROM unnest($1, $2, $3) AS u (grain, version, document) WHERE s.grain = u.grain AND s.version = u.version", changed.Count,
                Column(changed, s => s.Grain), Column(changed, s => s.Version), Json(changed.ConvertAll(s => s.Document)));
        }

        var cleared = part.States.Where(state => state.Kind == StateRowKind.Cleared).ToList();
        if (cleared.Count > 0)
        {
            Add(
                batch, expected,
                $"DELETE FROM {schema}.state s USING unnest($1, $2) AS u (grain, version) WHERE s.grain = u.grain AND s.version = u.version",
                cleared.Count, Column(cleared, s => s.Grain), Column(cleared, s => s.Version));
            Add(batch, expected, $"DELETE FROM {schema}.item WHERE grain = ANY ($1)", null, Column(cleared, s => s.Grain));
        }
    }

    private static void AddItems(NpgsqlBatch batch, string schema, ServiceBatch part, List<int?> expected)
    {
        var set = part.States.SelectMany(state => state.Set, (state, item) => (state.Grain, item.Part, item.Id, item.Document)).ToList();
        if (set.Count > 0)
        {
            Add(
                batch, expected,
                $"INSERT INTO {schema}.item (grain, part, id, document) SELECT * FROM unnest($1, $2, $3, $4) "
                + "ON CONFLICT (grain, part, id) DO UPDATE SET document = excluded.document", set.Count,
                Column(set, i => i.Grain), Text(set.ConvertAll(i => i.Part)), Column(set, i => i.Id), Json(set.ConvertAll(i => i.Document)));
        }

        var removed = part.States.SelectMany(state => state.Removed, (state, item) => (state.Grain, item.Part, item.Id)).ToList();
        if (removed.Count > 0)
        {
            Add(
                batch, expected,
                $"DELETE FROM {schema}.item i USING unnest($1, $2, $3) AS u (grain, part, id) "
                + "WHERE i.grain = u.grain AND i.part = u.part AND i.id = u.id", removed.Count,
                Column(removed, i => i.Grain), Text(removed.ConvertAll(i => i.Part)), Column(removed, i => i.Id));
        }
    }

    private static void Add(
        NpgsqlBatch batch, List<int?> expected, string statement, int? rows, params ReadOnlySpan<NpgsqlParameter> columns)
    {
        var command = new NpgsqlBatchCommand(statement);
        foreach (var column in columns)
        {
            command.Parameters.Add(column);
        }

        batch.BatchCommands.Add(command);
        expected.Add(rows);
    }

    private static NpgsqlParameter Column<T>(List<T> rows, Converter<T, long> value) =>
        new NpgsqlParameter<List<long>> { TypedValue = rows.ConvertAll(value), NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bigint };

    private static NpgsqlParameter Column(List<int> values) =>
        new NpgsqlParameter<List<int>> { TypedValue = values, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Integer };

    private static NpgsqlParameter Text(List<string> values) =>
        new NpgsqlParameter<List<string>> { TypedValue = values, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text };

    private static NpgsqlParameter Json(List<byte[]> documents) =>
        new NpgsqlParameter<List<byte[]>> { TypedValue = documents, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Json };
}

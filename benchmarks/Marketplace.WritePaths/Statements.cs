using Npgsql;
using NpgsqlTypes;

namespace Marketplace.WritePaths;

/// <summary>The statements that ways of writing share.</summary>
internal static class Statements
{
    private const string Update = "UPDATE state s SET version = s.version + 1, document = u.document";
    private const string Insert = "INSERT INTO item (grain, part, id, document)";
    private const string Conflict = "ON CONFLICT (grain, part, id) DO UPDATE SET document = excluded.document";

    private const string Delete =
        "DELETE FROM item i USING unnest($1) AS u (id) WHERE i.grain = u.id % 1000 AND i.part = 'open' AND i.id = u.id";

    /// <summary>States and items, as parameters.</summary>
    public static void AddStates(NpgsqlBatch batch, GroupCommit commit)
    {
        Add(
            batch, $"{Update} FROM unnest($1, $2) AS u (grain, document) WHERE s.grain = u.grain",
            Column(NpgsqlDbType.Bigint, commit.Grain), Column(NpgsqlDbType.Json, commit.Document));
        Add(
            batch, $"{Insert} SELECT id % 1000, 'open', id, document FROM unnest($1, $2) AS u (id, document) {Conflict}",
            Column(NpgsqlDbType.Bigint, commit.Item), Column(NpgsqlDbType.Json, commit.ItemDocument));
        Add(batch, Delete, Column(NpgsqlDbType.Bigint, commit.Gone));
    }

    /// <summary>States and items that are staged.</summary>
    public static void MergeStaged(NpgsqlBatch batch, GroupCommit commit)
    {
        Add(batch, $"{Update} FROM staged_state u WHERE s.grain = u.grain");
        Add(batch, $"{Insert} SELECT id % 1000, 'open', id, document FROM staged_item {Conflict}");
        Add(batch, Delete, Column(NpgsqlDbType.Bigint, commit.Gone));
        Add(batch, "TRUNCATE staged_state, staged_item");
    }

    /// <summary>Finished records, as parameters.</summary>
    public static void AddRecords(NpgsqlBatch batch, GroupCommit commit) => Add(
        batch, "INSERT INTO record (key, record) SELECT * FROM unnest($1, $2)",
        Column(NpgsqlDbType.Integer, commit.Key), Column(NpgsqlDbType.Json, commit.Record));

    public static void Add(NpgsqlBatch batch, string statement, params ReadOnlySpan<NpgsqlParameter> parameters)
    {
        var command = new NpgsqlBatchCommand(statement);
        foreach (var parameter in parameters)
            command.Parameters.Add(parameter);

        batch.BatchCommands.Add(command);
    }

    public static NpgsqlParameter Number(long value) => new NpgsqlParameter<long> { TypedValue = value };

    public static NpgsqlParameter Column<T>(NpgsqlDbType type, List<T> values) =>
        new NpgsqlParameter<List<T>> { TypedValue = values, NpgsqlDbType = NpgsqlDbType.Array | type };
}

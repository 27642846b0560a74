using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>
/// What the statements of a batch are made of. Each takes a column of values a parameter, whatever the number of rows, and the batch is sent
/// in one round trip. The names in them are constants of this program.
/// </summary>
internal static class Sql
{
    /// <summary>How the server says that a statement concerned other rows than it should.</summary>
    public const string Mismatch = PostgresErrorCodes.DivisionByZero;

    /// <summary>
    /// A statement that must concern a certain number of rows: if it does not it divides by zero, and nothing of the batch stays.
    /// </summary>
    /// <param name="count">Number of the parameter that says how many rows.</param>
    /// <param name="orFewer">Whether they may be fewer.</param>
    public static string Checked(string statement, int count, bool orFewer = false) =>
        $"WITH rows AS ({statement} RETURNING 1) SELECT 1 / (count(*) {(orFewer ? "<=" : "=")} ${count})::int FROM rows";

    /// <summary>Adds a statement.</summary>
    /// <param name="columns">Its parameters, made for it: $1, $2, …</param>
    public static void Add(NpgsqlBatch batch, string statement, params ReadOnlySpan<NpgsqlParameter> columns)
    {
        var command = new NpgsqlBatchCommand(statement);
        foreach (var column in columns)
            command.Parameters.Add(column);

        batch.BatchCommands.Add(command);
    }

    /// <summary>A bigint.</summary>
    public static NpgsqlParameter Number(long value) => new NpgsqlParameter<long> { TypedValue = value };

    /// <summary>A bigint[].</summary>
    public static NpgsqlParameter Column<T>(List<T> rows, Converter<T, long> value) =>
        new NpgsqlParameter<List<long>> { TypedValue = rows.ConvertAll(value), NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bigint };

    /// <summary>An int[].</summary>
    public static NpgsqlParameter Column(List<int> values) =>
        new NpgsqlParameter<List<int>> { TypedValue = values, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Integer };

    /// <summary>A text[].</summary>
    public static NpgsqlParameter Text(List<string> values) =>
        new NpgsqlParameter<List<string>> { TypedValue = values, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text };

    /// <summary>A json[].</summary>
    public static NpgsqlParameter Json(List<byte[]> documents) =>
        new NpgsqlParameter<List<byte[]>> { TypedValue = documents, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Json };
}

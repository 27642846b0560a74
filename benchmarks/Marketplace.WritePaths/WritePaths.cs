using Npgsql;
using NpgsqlTypes;

namespace Marketplace.WritePaths;

/// <summary>A way of writing group commits.</summary>
internal interface IWritePath
{
    string Name { get; }

    /// <summary>Statements before anything is measured.</summary>
    string Setup => "";

    Task Write(NpgsqlConnection connection, IReadOnlyList<GroupCommit> commits);
}

/// <summary>Each commit goes into the tables at once, in one round trip.</summary>
internal sealed class DirectPath : IWritePath
{
    public string Name => "direct: each group commit into the tables, json[] parameters";

    public async Task Write(NpgsqlConnection connection, IReadOnlyList<GroupCommit> commits)
    {
        foreach (var commit in commits)
        {
            await using var batch = new NpgsqlBatch(connection);
            Statements.AddStates(batch, commit);
            Statements.AddRecords(batch, commit);
            await batch.ExecuteNonQueryAsync();
        }
    }
}

/// <summary>Each commit is appended to a journal.</summary>
internal sealed class AppendPath(string name, string storage) : IWritePath
{
    private const int Piece = 8_000;

    public string Name => $"journal, append alone: {name}, {storage}";
    public string Setup => $"ALTER TABLE journal ALTER COLUMN entry SET STORAGE {storage}, ALTER COLUMN entry SET COMPRESSION lz4";

    public async Task Write(NpgsqlConnection connection, IReadOnlyList<GroupCommit> commits)
    {
        var position = 0L;
        using var entry = new MemoryStream();
        foreach (var commit in commits)
        {
            entry.SetLength(0);
            foreach (var document in commit.Document.Concat(commit.ItemDocument).Concat(commit.Record))
                entry.Write(document);

            await using var append = new NpgsqlBatch(connection);
            if (storage == "PLAIN")
            {
                var pieces = entry.ToArray().Chunk(Piece).ToList();
                Statements.Add(
                    append, "INSERT INTO journal SELECT $1, e FROM unnest($2) e",
                    Statements.Number(++position), Statements.Column(NpgsqlDbType.Bytea, pieces));
            }
            else
            {
                ReadOnlyMemory<byte> bytes = entry.GetBuffer().AsMemory(0, (int)entry.Length);
                Statements.Add(
                    append, "INSERT INTO journal VALUES ($1, $2)",
                    Statements.Number(++position), new NpgsqlParameter<ReadOnlyMemory<byte>> { TypedValue = bytes });
            }

            await append.ExecuteNonQueryAsync();
        }
    }
}

/// <summary>What the journal has goes into the tables, twenty group commits in one transaction.</summary>
internal sealed class ApplyPath(string name, bool copiesRecords, bool stages) : IWritePath
{
    private const int Together = 20;

    public string Name => $"journal, apply alone: {name}";
    public string Setup => "CREATE TEMP TABLE staged_state (grain bigint, document json); CREATE TEMP TABLE staged_item (id bigint, document json)";

    public async Task Write(NpgsqlConnection connection, IReadOnlyList<GroupCommit> commits)
    {
        foreach (var some in commits.Chunk(Together))
        {
            var merged = GroupCommit.Merge(some);
            await using var transaction = await connection.BeginTransactionAsync();
            await using var batch = new NpgsqlBatch(connection, transaction);
            if (stages)
            {
                await Copy(connection, "staged_state (grain, document)", merged.Grain, NpgsqlDbType.Bigint, merged.Document);
                await Copy(connection, "staged_item (id, document)", merged.Item, NpgsqlDbType.Bigint, merged.ItemDocument);
                Statements.MergeStaged(batch, merged);
            }
            else
            {
                Statements.AddStates(batch, merged);
            }

            if (!copiesRecords)
                Statements.AddRecords(batch, merged);

            await batch.ExecuteNonQueryAsync();
            if (copiesRecords)
                await Copy(connection, "record (key, record)", merged.Key, NpgsqlDbType.Integer, merged.Record);

            await transaction.CommitAsync();
        }
    }

    private static async Task Copy<T>(NpgsqlConnection connection, string table, List<T> keys, NpgsqlDbType type, List<byte[]> documents)
    {
        await using var rows = await connection.BeginBinaryImportAsync($"COPY {table} FROM STDIN (FORMAT BINARY)");
        for (var i = 0; i < keys.Count; i++)
        {
            await rows.StartRowAsync();
            await rows.WriteAsync(keys[i], type);
            await rows.WriteAsync(documents[i], NpgsqlDbType.Json);
        }

        await rows.CompleteAsync();
    }
}

using System.Collections.Immutable;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres;

/// <summary>
/// Finished records in PostgreSQL: for each kind one table for ingested records and one for those of transactions. They are written in
/// the batches of the states, and read a piece at a time, so that neither memory nor a connection is held for long.
/// </summary>
internal sealed class PostgresArchive(Databases databases) : IArchive
{
    private const int FirstPiece = 4;
    private const int Piece = 1_000;

    public bool IsShared => true;

    /// <summary>The table of a kind of record.</summary>
    public static string Table(string name, ArchiveOrigin origin) =>
        name.Replace('-', '_') + (origin == ArchiveOrigin.Ingested ? "_ingested" : "");

    /// <summary>The statements that empty the tables of services.</summary>
    public static IEnumerable<string> Empty(ImmutableArray<string> services, params ArchiveOrigin[] origins)
    {
        var tables = (
            from service in services
            from name in Services.Archives(service)
            from origin in origins
            select Name(name, origin)).ToList();
        return tables.Count == 0 ? [] : [$"TRUNCATE {string.Join(", ", tables)}"];
    }

    public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin)
    {
        var service = Services.OfArchive(stream.Name);
        var write = new ArchiveWrite(service, Table(stream.Name, origin), key, record);
        databases.Of(service).Writer.Add(write);
        return new(write.Done);
    }

    public bool AppendWritten(AtomicWrite write, ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin)
    {
        ((PostgresAtomicWrite)write).Add(new ArchiveWrite(Services.OfArchive(stream.Name), Table(stream.Name, origin), key, record));
        return true;
    }

    public async IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key)
    {
        if (!stream.IsSearched)
            throw new InvalidOperationException($"The records '{stream.Name}' have no index by key (ArchiveStream.IsSearched).");

        var service = Services.OfArchive(stream.Name);
        await databases.Of(service).AppliedRecords(service, Table(stream.Name, ArchiveOrigin.Transaction), key);
        await foreach (var record in FindApplied(stream, key))
            yield return record;
    }

    private IAsyncEnumerable<T> FindApplied<T>(ArchiveStream<T> stream, int key) => NewestFirst(stream, (table, before, piece) => Read(
        stream.Name,
        $"SELECT id, record FROM {table} WHERE key = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
        key,
        before,
        piece));

    // No parameters, as in Read: the server would keep a plan that it may have made while the table was small.
    public async IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream)
    {
        await databases.Of(Services.OfArchive(stream.Name)).Applied(CancellationToken.None);
        await foreach (var record in NewestApplied(stream))
            yield return record;
    }

    private IAsyncEnumerable<T> NewestApplied<T>(ArchiveStream<T> stream) => NewestFirst(stream, (table, before, piece) => Read(
        stream.Name,
        string.Create(CultureInfo.InvariantCulture, $"SELECT id, record FROM {table} WHERE id < {before} ORDER BY id DESC LIMIT {piece}")));

    public async IAsyncEnumerable<ReadOnlyMemory<byte>> Read(
        string name, KeyFilter filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await databases.Of(Services.OfArchive(name)).Applied(cancellationToken);
        foreach (var origin in new[] { ArchiveOrigin.Ingested, ArchiveOrigin.Transaction })
        {
            var after = 0L;
            List<(long Id, byte[]? Record)> records;
            do
            {
                // For each piece the server must go on in its index. It would read and sort all the rest of the table instead if the filter
                // chose the rows and not what is sent of them (it expects few rows then), or if it kept the plan of a statement with
                // parameters, which it may have made while the table was small.
                cancellationToken.ThrowIfCancellationRequested();
                records = await Read(
                    name,
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"SELECT id, CASE WHEN key % {filter.Divisor} = {filter.Remainder} THEN record END FROM {Name(name, origin)} "
                        + $"WHERE id > {after} ORDER BY id LIMIT {Piece}"));
                foreach (var (id, record) in records)
                {
                    after = id;
                    if (record is not null)
                        yield return record;
                }
            }
            while (records.Count == Piece);
        }
    }

    public ValueTask Reset(CancellationToken cancellationToken) => Empty(Emptied.FinishedRecords, cancellationToken);

    public ValueTask Clear(CancellationToken cancellationToken) => Empty(Emptied.AllFinishedRecords, cancellationToken);

    private static string Name(string name, ArchiveOrigin origin) => $"{Services.Schema(Services.OfArchive(name))}.{Table(name, origin)}";

    private static async IAsyncEnumerable<T> NewestFirst<T>(
        ArchiveStream<T> stream, Func<string, long, int, Task<List<(long Id, byte[]? Record)>>> read)
    {
        foreach (var origin in new[] { ArchiveOrigin.Transaction, ArchiveOrigin.Ingested })
        {
            // Most look for the newest one, or for one of the newest.
            var (before, piece) = (long.MaxValue, FirstPiece);
            List<(long Id, byte[]? Record)> records;
            do
            {
                records = await read(Name(stream.Name, origin), before, piece);
                foreach (var record in records)
                {
                    before = record.Id;
                    yield return JsonSerializer.Deserialize(record.Record!, stream.TypeInfo)!;
                }

                (var asked, piece) = (piece, Piece);
                if (records.Count < asked)
                    break;
            }
            while (true);
        }
    }

    // Who gives up an export does not cancel a statement: a piece is short, and Npgsql blocks a thread while it cancels one over a
    // connection of its own.
    private Task<List<(long Id, byte[]? Record)>> Read(string name, string statement, params long[] parameters) =>
        databases.Of(Services.OfArchive(name)).Ask(async source =>
        {
            await using var question = source.CreateCommand(statement);
            foreach (var parameter in parameters)
                question.Parameters.Add(Sql.Number(parameter));

            await using var rows = await question.ExecuteReaderAsync();
            var records = new List<(long, byte[]?)>();
            while (await rows.ReadAsync())
                records.Add((rows.GetInt64(0), await rows.IsDBNullAsync(1) ? null : rows.GetFieldValue<byte[]>(1)));

            return records;
        });

    private async ValueTask Empty(Emptied emptied, CancellationToken cancellationToken)
    {
        foreach (var database in databases.All)
            await database.Empty(emptied, cancellationToken);
    }
}

using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Formats;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;
using Orleans.Runtime;

namespace Marketplace.Storage.Postgres;

/// <summary>
/// Atomic writes are one transaction of the database each, many of them in the same. Services that connect in different ways share no
/// transaction, so then there are none.
/// </summary>
internal sealed class PostgresAtomicWrites(Databases databases) : IAtomicWrites
{
    private readonly Database? _database = databases.All is [var only] ? only : null;

    public bool AreSupported => _database is not null;

    // What is in a journal another silo would not see.
    public bool AreShared => _database is { Mode: WriteMode.Direct };

    public long Writer => AreShared ? _database!.Writer.Number : 0;

    public AtomicWrite BeginWriteSet() => new PostgresAtomicWrite(
        _database?.Writer ?? throw new InvalidOperationException("Services that connect in different ways share no atomic writes."))
    {
        IsWriteSet = true,
    };

    public AtomicWrite? Begin()
    {
        if (_database is null)
            return null;

        _database.Writer.ThrowIfStuck();
        return new PostgresAtomicWrite(_database.Writer);
    }

    public Task Stored() => Task.WhenAll(databases.All.Select(static database => new PostgresAtomicWrite(database.Writer).Submit()));

    public async ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) => await OfAllServices(
        static (schema, database) => $"SELECT s.saga, s.number, s.grain, w.silo FROM {schema}.step s "
            + $"LEFT JOIN {Services.Schema(database.Services[0])}.writer w ON w.id = s.saga >> {IAtomicWrites.SagaBits}",
        static (service, row) => new PendingStep(
            row.GetInt64(0), row.GetInt64(1), GrainOf(service, row.GetInt64(2)), row.IsDBNull(3) ? null : row.GetInt64(3),
            StepRecord.IsTakenBack(row.GetInt64(1))),
        cancellationToken);

    public async ValueTask<IReadOnlyList<GrainId>> OpenPrepared(CancellationToken cancellationToken) => await OfAllServices(
        static (schema, _) => $"SELECT grain FROM {schema}.prepared WHERE open > 0 ORDER BY grain",
        static (service, row) => GrainOf(service, row.GetInt64(0)),
        cancellationToken);

    public async ValueTask<bool> HasSteps(long saga, CancellationToken cancellationToken)
    {
        foreach (var database in databases.All)
        {
            var isFound = await database.Run(async source =>
            {
                await using var question = source.CreateCommand(
                    $"SELECT {string.Join(" OR ", database.Services.Select(static service =>
                        $"EXISTS (SELECT FROM {Services.Schema(service)}.step WHERE saga = $1 AND number >= 0)"))}");
                question.Parameters.Add(Sql.Number(saga));
                return await question.ExecuteScalarAsync(cancellationToken) is true;
            });
            if (isFound)
                return true;
        }

        return false;
    }

    // One service after the other.
    private async Task<List<T>> OfAllServices<T>(
        Func<string, Database, string> question, Func<string, NpgsqlDataReader, T> read, CancellationToken cancellationToken)
    {
        var found = new List<T>();
        await databases.Applied(cancellationToken);
        foreach (var service in Services.All)
        {
            var database = databases.Of(service);
            found.AddRange(await database.Run(async source =>
            {
                await using var command = source.CreateCommand(question(Services.Schema(service), database));
                await using var rows = await command.ExecuteReaderAsync(cancellationToken);
                var ofService = new List<T>();
                while (await rows.ReadAsync(cancellationToken))
                    ofService.Add(read(service, rows));

                return ofService;
            }));
        }

        return found;
    }

    private static GrainId GrainOf(string service, long key) => GrainId.Create(
        GrainType.Create(MarketplaceServices.Named(service).KindOf(key).GrainType), GrainIdKeyExtensions.CreateIntegerKey(key));
}

/// <summary>An atomic write that is being put together.</summary>
internal class PostgresAtomicWrite(IWriteQueue writer) : AtomicWrite
{
    private readonly QueuedAtomicWrite _write = new(writer.Pending);

    /// <summary>Whether another silo stores it: then nothing that is to be done once it is stored can go with it.</summary>
    public bool IsWriteSet { get; init; }

    /// <summary>Adds a part.</summary>
    public void Add(IWritePart part) => _write.Add(part);

    public override WriteSet? Encode(GrainId grain) => _write.Encode(grain, writer.Number);

    public override void Add(WriteSet part) => _write.Add(new ForeignWriteSet(part));

    public override Task Submit()
    {
        _write.Announce();
        try
        {
            writer.Add(_write);
        }
        catch (StorageUnavailableException exception)
        {
            _write.Fail(exception);
        }

        return _write.Done;
    }
}

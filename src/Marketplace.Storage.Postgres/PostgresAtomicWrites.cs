using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
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

    public async ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken)
    {
        var found = new List<PendingStep>();
        await databases.Applied(cancellationToken);
        foreach (var service in Services.All)
        {
            var database = databases.Of(service);
            var steps = await database.Run(async source =>
            {
                await using var question = source.CreateCommand(
                    $"SELECT s.saga, s.number, s.grain, w.silo FROM {Services.Schema(service)}.step s "
                    + $"LEFT JOIN {Services.Schema(database.Services[0])}.writer w ON w.id = s.saga >> {IAtomicWrites.SagaBits}");
                await using var rows = await question.ExecuteReaderAsync(cancellationToken);
                var steps = new List<PendingStep>();
                while (await rows.ReadAsync(cancellationToken))
                {
                    var grain = GrainOf(service, rows.GetInt64(2));
                    steps.Add(new PendingStep(rows.GetInt64(0), rows.GetInt64(1), grain, rows.IsDBNull(3) ? null : rows.GetInt64(3)));
                }

                return steps;
            });
            found.AddRange(steps);
        }

        return found;
    }

    public async ValueTask<IReadOnlyList<GrainId>> OpenPrepared(CancellationToken cancellationToken)
    {
        var found = new List<GrainId>();
        await databases.Applied(cancellationToken);
        foreach (var service in Services.All)
        {
            found.AddRange(await databases.Of(service).Run(async source =>
            {
                await using var question = source.CreateCommand(
                    $"SELECT grain FROM {Services.Schema(service)}.prepared WHERE open > 0 ORDER BY grain");
                await using var rows = await question.ExecuteReaderAsync(cancellationToken);
                var grains = new List<GrainId>();
                while (await rows.ReadAsync(cancellationToken))
                    grains.Add(GrainOf(service, rows.GetInt64(0)));

                return grains;
            }));
        }

        return found;
    }

    public async ValueTask<bool> HasSteps(long saga, CancellationToken cancellationToken)
    {
        foreach (var database in databases.All)
        {
            var isFound = await database.Run(async source =>
            {
                await using var question = source.CreateCommand(
                    $"SELECT {string.Join(" OR ", database.Services.Select(static service =>
                        $"EXISTS (SELECT FROM {Services.Schema(service)}.step WHERE saga = $1)"))}");
                question.Parameters.Add(Sql.Number(saga));
                return await question.ExecuteScalarAsync(cancellationToken) is true;
            });
            if (isFound)
                return true;
        }

        return false;
    }

    private static GrainId GrainOf(string service, long key) => GrainId.Create(
        GrainType.Create(MarketplaceServices.Named(service).KindOf(key).GrainType), GrainIdKeyExtensions.CreateIntegerKey(key));
}

/// <summary>An atomic write that is being put together.</summary>
internal sealed class PostgresAtomicWrite(IWriteQueue writer) : AtomicWrite
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

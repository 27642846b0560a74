using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Storage.Postgres.AuditLogging;
using Npgsql;

namespace Marketplace.Simulation.Storage;

/// <summary>The audit log's way to the twin of PostgreSQL.</summary>
internal sealed class TwinLog : DatabaseLink, ILogServer
{
    private readonly TaskCompletionSource<StorageUnavailableException> _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Connection _connection;
    private long _number;

    /// <param name="silo">Key of the silo in its cluster; null if it is alone.</param>
    public TwinLog(DatabaseTwin database, FaultPlan faults, MonotonicTime time, Dice dice, long? silo)
        : base(database, faults, time, dice, StoragePart.Log, silo) => _connection = new Connection(this);

    public string Name => "twin";

    public override long Number => _number;

    public Task<StorageUnavailableException> Lost => _lost.Task;

    public Task<Dictionary<string, long>> Open(ImmutableArray<string> services, CancellationToken cancellationToken) => Ask(database =>
    {
        _number = database.Enter(Silo, StoragePart.Log);
        return database.Log.Number(services);
    });

    public async Task Write(IEnumerable<(string Service, long Writer, List<LogRow> Rows)> parts, bool isInDoubt)
    {
        var taken = parts.ToList();
        try
        {
            await _connection.Run(() => taken.ForEach(part => Database.Log.Add(part.Service, part.Writer, part.Rows)));
        }
        catch (NpgsqlException exception) when (Database.Mutant == Mutant.LogForgets && exception is not PostgresException)
        {
            // A bug that is put in on purpose.
        }
    }

    public Task Clear(ImmutableArray<string> services, long turn) => _connection.Empty(() => Database.EmptyLog(Number, turn));

    public Task RuleOutClear(long turn) => _connection.Run(() => Database.EndTurn(Number, turn));

    public Task<List<(long Writer, long Number, LogRecord? Record)>> Read(
        string type, (long Writer, long Number) after, int most, KeyFilter filter) =>
        Ask(database => database.Log.Read(LogTable.ServiceOf(type), after, most, filter));

    public override StorageUnavailableException Lose(bool isOutcomeUnknown)
    {
        if (_lost.TrySetResult(Fenced(isOutcomeUnknown: false)))
            Faults.Bit(IsShared ? Fault.PauseSilo : Fault.SecondSilo);
        return Fenced(isOutcomeUnknown);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private sealed class Connection(TwinLog link) : TwinConnection(link)
    {
        public Task Run(Action transaction) => Send(() => Database.Change(Link.Number, transaction), isHeld: true);

        public Task Empty(Action transaction) => Send(() => Database.Change(Link.Number, transaction), isRare: true);
    }
}

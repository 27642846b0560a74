using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>The connection of an applier.</summary>
internal sealed class ApplyConnection(Database database) : IApplyServer
{
    private const string Setup =
        "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

    private readonly string _schema = Services.Schema(database.Services[0]);
    private NpgsqlConnection? _connection;

    private bool IsJournaled => database.Mode == WriteMode.Journaled;

    public async Task Apply(long position, IReadOnlyCollection<ServiceBatch> services, DateTimeOffset asOf, bool isInDoubt)
    {
        var connection = await Connect();
        await using var transaction = await connection.BeginTransactionAsync();
        await using var statements = new NpgsqlBatch(connection, transaction);
        if (isInDoubt && IsJournaled
            && await JournalTables.Applied(connection, _schema, database.Guard.Writer) is { } applied && applied >= position)
        {
            return;
        }

        if (IsJournaled)
            JournalTables.Note(statements, _schema, database.Guard.Writer, position, asOf);
        else
            database.Guard.AddCheck(statements);

        await TableWriter.Write(connection, statements, database, services);
        await transaction.CommitAsync();
    }

    public async Task<bool> Empty(int turn, long applied) =>
        await JournalTables.Empty(await Connect(), _schema, database.Guard.Writer, turn, applied);

    public async Task<bool> MayWrite() => await JournalTables.Applied(await Connect(), _schema, database.Guard.Writer) is not null;

    public StorageUnavailableException Lose(bool isOutcomeUnknown) => database.Guard.Lose(isOutcomeUnknown);

    public async ValueTask Disconnect()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    private async ValueTask<NpgsqlConnection> Connect()
    {
        if (_connection is null)
        {
            _connection = await database.Source.OpenConnectionAsync();
            await using var setup = new NpgsqlCommand(Setup, _connection);
            await setup.ExecuteNonQueryAsync();
        }

        return _connection;
    }
}

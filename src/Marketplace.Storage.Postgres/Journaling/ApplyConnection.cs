using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>The connection of an applier.</summary>
internal sealed class ApplyConnection(Database database) : IApplyServer
{
    private readonly string _schema = Services.Schema(database.Services[0]);
    private readonly WritingConnection _connection = new(database);

    private bool IsJournaled => database.Mode == WriteMode.Journaled;

    public async Task Apply(long position, IReadOnlyCollection<ServiceBatch> services, DateTimeOffset asOf, bool isInDoubt)
    {
        var connection = await _connection.Connect();
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
            database.Guard.AddEndOfTurn(statements, Batch.NumberOf(position));

        await TableWriter.Write(connection, statements, database, services);
        await transaction.CommitAsync();
    }

    public async Task<bool> Empty(int turn, long applied) =>
        await JournalTables.Empty(await _connection.Connect(), _schema, database.Guard.Writer, turn, applied);

    public async Task<bool> MayWrite() =>
        await JournalTables.Applied(await _connection.Connect(), _schema, database.Guard.Writer) is not null;

    public StorageUnavailableException Lose(bool isOutcomeUnknown) => database.Guard.Lose(isOutcomeUnknown);

    public ValueTask Disconnect() => _connection.Disconnect();
}

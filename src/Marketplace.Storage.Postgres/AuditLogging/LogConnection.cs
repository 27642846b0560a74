using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>The audit log's part of a database of PostgreSQL.</summary>
internal sealed class LogConnection : ILogServer
{
    private readonly NpgsqlDataSource _source;
    private readonly Guard _guard;
    private readonly TimeSpan _timeout;
    private readonly ILogger _logger;

    /// <param name="services">Whose records are logged there.</param>
    /// <param name="silo">Key of this silo in its cluster; null if it has none.</param>
    public LogConnection(
        string connectionString, ImmutableArray<string> services, PostgresOptions options, TimeProvider time, ILogger logger, long? silo = null)
    {
        (_timeout, _logger) = (options.Timeout, logger);
        var settings = Sessions.Settings(connectionString, _timeout);
        Name = Sessions.Place(settings);
        _source = Sessions.Open(settings);
        _guard = new Guard(settings, services, options.Owner, Name, time) { Silo = silo };
    }

    public string Name { get; }

    public Task<StorageUnavailableException> Lost => _guard.Lost.Task;

    public Task<Dictionary<string, long>> Open(ImmutableArray<string> services, CancellationToken cancellationToken) => _guard.OpenWithin(
        () => _guard.Open(
            static (_, _) => Task.CompletedTask,
            (connection, _) => LogTable.SetUp(connection, services, cancellationToken),
            cancellationToken),
        _timeout,
        " for the audit log",
        _logger,
        cancellationToken);

    public async Task Write(IEnumerable<(string Service, long Writer, List<LogRow> Rows)> parts, bool isInDoubt)
    {
        await using var connection = await _source.OpenConnectionAsync();
        await using var transaction = await connection.BeginTransactionAsync();
        await using var statements = new NpgsqlBatch(connection, transaction);
        var copied = new List<Func<Task>>();
        _guard.AddCheck(statements);
        foreach (var (service, writer, rows) in parts)
        {
            // What may be there already is inserted, as only that leaves it out. And what others may have to end: the server does not end a COPY of
            // which nothing more comes.
            if (isInDoubt || _guard.Silo is not null)
                statements.BatchCommands.Add(LogTable.Insert(service, writer, rows));
            else
                LogTable.AddRows(statements, copied, connection, service, writer, rows);
        }

        await statements.ExecuteNonQueryAsync();
        foreach (var copy in copied)
            await copy();

        await transaction.CommitAsync();
    }

    public async Task Clear(ImmutableArray<string> services, long turn)
    {
        await using var truncate = _source.CreateBatch();
        _guard.AddTurn(truncate, turn);
        Sql.Add(truncate, $"TRUNCATE {string.Join(", ", services.Select(LogTable.Of))}");
        await truncate.ExecuteNonQueryAsync();
    }

    public async Task RuleOutClear(long turn)
    {
        await using var note = _source.CreateBatch();
        _guard.AddEndOfTurn(note, turn);
        await note.ExecuteNonQueryAsync();
    }

    // Why others' records are left out here, and why there are no parameters and nothing to cancel, is said in PostgresArchive.
    public async Task<List<(long Writer, long Number, LogRecord? Record)>> Read(
        string type, (long Writer, long Number) after, int most, KeyFilter filter)
    {
        var piece = new List<(long, long, LogRecord?)>(most);
        await using var question = _source.CreateCommand(string.Create(
            CultureInfo.InvariantCulture,
            $"SELECT writer, number, key, customer, tid, time, CASE WHEN customer % {filter.Divisor} = {filter.Remainder} THEN value END "
            + $"FROM {LogTable.Of(LogTable.ServiceOf(type))} "
            + $"WHERE (writer, number) > ({after.Writer}, {after.Number}) ORDER BY writer, number LIMIT {most}"));
        await using var rows = await question.ExecuteReaderAsync();
        while (await rows.ReadAsync())
        {
            var record = await rows.IsDBNullAsync(6)
                ? null
                : new LogRecord(
                    type, rows.GetString(2), rows.GetInt32(3), rows.GetString(4), rows.GetDateTime(5), rows.GetFieldValue<byte[]>(6));
            piece.Add((rows.GetInt64(0), rows.GetInt64(1), record));
        }

        return piece;
    }

    public Task EndWriter(long silo) => _guard.EndWriter(_source, silo);

    public StorageUnavailableException Lose(bool isOutcomeUnknown) => _guard.Lose(isOutcomeUnknown);

    public async ValueTask DisposeAsync()
    {
        await _guard.DisposeAsync();
        await _source.DisposeAsync();
    }
}

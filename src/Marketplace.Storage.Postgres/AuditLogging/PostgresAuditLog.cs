using System.Buffers;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>The audit log in PostgreSQL. It starts before the engine, and stops after it.</summary>
/// <param name="writers">What writes it: each for the services that connect alike.</param>
/// <param name="databases">Those of the states, with which records are written; null if these are elsewhere.</param>
internal sealed class PostgresAuditLog(ImmutableArray<LogWriter> writers, IHostApplicationLifetime lifetime, IStateDatabases? databases)
    : IAuditLog, IEndsWriters, IHostedService, IAsyncDisposable
{
    private readonly FrozenDictionary<string, LogWriter> _ofType = LogTable.Types.ToFrozenDictionary(
        static type => type.Type, type => writers.First(writer => writer.Services.Contains(type.Service)));

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        foreach (var writer in writers)
            await writer.Start(lifetime, cancellationToken);
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.WhenAll(writers.Select(writer => writer.Stop(cancellationToken)));

    public ValueTask Append(LogRecord record) => _ofType[record.Type].Append(record);

    public void Append(AtomicWrite write, LogRecord record) => ((PostgresAtomicWrite)write).Add(_ofType[record.Type].Number(record));

    public void MakeSureOfRoom()
    {
        foreach (var writer in writers)
            writer.MakeSureOfRoom();
    }

    public async Task Flush(CancellationToken cancellationToken)
    {
        await Task.WhenAll(writers.Select(writer => writer.Flush(cancellationToken)));
        await Applied(cancellationToken);
    }

    public async Task Clear()
    {
        await Applied(CancellationToken.None);
        await Task.WhenAll(writers.Select(static writer => writer.Clear()));
    }

    public async Task EndWriter(long silo)
    {
        foreach (var writer in writers)
            await writer.EndWriter(silo);
    }

    public async IAsyncEnumerable<ReadOnlyMemory<byte>> Read(KeyFilter filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await Applied(cancellationToken);
        var line = new ArrayBufferWriter<byte>(4096);
        await using var json = new Utf8JsonWriter(line, new JsonWriterOptions { SkipValidation = true });
        foreach (var (type, _) in LogTable.Types)
        {
            await foreach (var record in _ofType[type].Read(type, filter, cancellationToken))
            {
                line.ResetWrittenCount();
                json.Reset();
                json.WriteStartObject();
                json.WriteString("type"u8, type);
                json.WriteString("key"u8, record.Key);
                json.WriteString("tid"u8, record.Tid);
                json.WriteString("time"u8, record.Time);
                json.WritePropertyName(type);
                json.WriteRawValue(record.Value, skipInputValidation: true);
                json.WriteEndObject();
                json.Flush();
                yield return line.WrittenMemory;
            }
        }
    }

    private Task Applied(CancellationToken cancellationToken) => databases?.Applied(cancellationToken) ?? Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        foreach (var writer in writers)
            await writer.DisposeAsync();
    }
}

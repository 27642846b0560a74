using System.Buffers;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>The audit log in PostgreSQL. It starts before the engine, and stops after it.</summary>
internal sealed class PostgresAuditLog : IAuditLog, IHostedService, IAsyncDisposable
{
    private readonly ImmutableArray<LogWriter> _writers;
    private readonly FrozenDictionary<string, LogWriter> _ofType;
    private readonly IHostApplicationLifetime _lifetime;

    // Those of the states, with which records are written; null if these are elsewhere.
    private readonly Databases? _databases;

    public PostgresAuditLog(
        AuditLogOptions options,
        TimeProvider time,
        IHostApplicationLifetime lifetime,
        ILogger<PostgresAuditLog> logger,
        Databases? databases = null)
    {
        var files = new DiskFiles(options.Folder);
        (_lifetime, _databases) = (lifetime, databases);
        _writers =
        [
            .. LogTable.Types.GroupBy(type => options.Postgres.ConnectionStrings[type.Service], StringComparer.Ordinal)
                .Select((alike, i) => new LogWriter(
                    alike.Key,
                    [.. alike.Select(static type => type.Service)],
                    files.Open(string.Create(CultureInfo.InvariantCulture, $"audit-log-{i}")),
                    options,
                    time,
                    logger)),
        ];
        _ofType = LogTable.Types.ToFrozenDictionary(
            static type => type.Type, type => _writers.First(writer => writer.Services.Contains(type.Service)));
    }

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        foreach (var writer in _writers)
            await writer.Start(_lifetime, cancellationToken);
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.WhenAll(_writers.Select(writer => writer.Stop(cancellationToken)));

    public ValueTask Append(LogRecord record) => _ofType[record.Type].Append(record);

    public void Append(AtomicWrite write, LogRecord record) => ((PostgresAtomicWrite)write).Add(_ofType[record.Type].Number(record));

    public void MakeSureOfRoom()
    {
        foreach (var writer in _writers)
            writer.MakeSureOfRoom();
    }

    public async Task Flush(CancellationToken cancellationToken)
    {
        await Task.WhenAll(_writers.Select(writer => writer.Flush(cancellationToken)));
        await Applied(cancellationToken);
    }

    public async Task Clear()
    {
        await Applied(CancellationToken.None);
        await Task.WhenAll(_writers.Select(static writer => writer.Clear()));
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

    private Task Applied(CancellationToken cancellationToken) => _databases?.Applied(cancellationToken) ?? Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        foreach (var writer in _writers)
            await writer.DisposeAsync();
    }
}

using System.Collections.Immutable;
using System.Text;
using Marketplace.Grains.Formats;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Layouts;

/// <summary>A database with a layout, written and read as the silo does it, without states of grains.</summary>
internal sealed class LayoutDatabase : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private LayoutDatabase(Database database) => Database = database;

    public Database Database { get; }
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static Task<LayoutDatabase> Open(string connection, string layout, WriteMode mode = WriteMode.Direct, string owner = "test") =>
        Open(connection, layout, Services.All, owner, TimeProvider.System, Patience, new StandingLifetime(), mode);

    /// <summary>Opens it for a silo of a cluster.</summary>
    /// <param name="silo">Key of the silo.</param>
    public static Task<LayoutDatabase> OpenFor(long silo, string connection) => Open(
        connection, StateLayouts.Names[0], Services.All, "cluster", TimeProvider.System, Patience, new StandingLifetime(), silo: silo);

    public static async Task<LayoutDatabase> Open(
        string connection,
        string layout,
        ImmutableArray<string> services,
        string owner,
        TimeProvider time,
        TimeSpan timeout,
        IHostApplicationLifetime lifetime,
        WriteMode mode = WriteMode.Direct,
        long? silo = null)
    {
        var database = new Database(
            connection, services, ServiceTables.Of, StateLayouts.Make(layout), mode, owner, timeout, time, NullLogger.Instance, silo)
        {
            KeepsPrepared = true,
        };
        try
        {
            await database.Open(lifetime, Cancellation);
        }
        catch
        {
            await database.DisposeAsync();
            throw;
        }

        return new LayoutDatabase(database);
    }

    /// <summary>Writes rows in one batch.</summary>
    public Task Write(string service, params StateRow[] rows) => Write(batch =>
    {
        foreach (var row in rows)
            batch.Of(service).Write(row);
    });

    /// <summary>Writes a batch.</summary>
    public async Task Write(Action<Batch> fill)
    {
        var write = new Filled(fill);
        Database.Writer.Add(write);
        await write.Done.WaitAsync(Patience, TimeProvider.System, Cancellation);
    }

    /// <summary>The state of a grain.</summary>
    public async Task<StoredState?> Load(string service, long grain)
    {
        await Database.Applied(Cancellation);
        return (await Database.Loader.Load(service, grain, Cancellation)).State;
    }

    /// <summary>The first value that a question gives.</summary>
    public Task<object?> Ask(string question) => Database.Source.Execute(question);

    public static StateRow Row(
        long grain, StateRowKind kind, long version, (string Part, long Id, byte[] Document)[] set, params (string Part, long Id)[] removed) =>
        new(grain, kind, version, Encoding.UTF8.GetBytes($$"""{"grain":{{grain}}}"""), set, removed, State: null!);

    public ValueTask DisposeAsync() => Database.DisposeAsync();

    private sealed class Filled(Action<Batch> fill) : QueuedWrite
    {
        public override void Join(Batch batch)
        {
            fill(batch);
            batch.Size++;
            batch.AddWrite(this);
        }
    }
}

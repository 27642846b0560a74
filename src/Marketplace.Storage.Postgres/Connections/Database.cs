using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Grains.Placement;
using Marketplace.Storage.Postgres.Loading;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>What services share that connect in the same way: a pool of connections, one that writes, and one that loads.</summary>
internal sealed class Database : IAsyncDisposable
{
    // Statements of eight services, each sent again and again.
    private const int Statements = 128;

    public Database(string connectionString, ImmutableArray<string> services, TimeSpan timeout, TimeProvider time, ILogger logger)
    {
        var settings = new NpgsqlConnectionStringBuilder(connectionString)
        {
            MaxAutoPrepare = Statements,
            AutoPrepareMinUsages = 2,
            CommandTimeout = Math.Max(1, (int)timeout.TotalSeconds),
            Timeout = Math.Clamp((int)timeout.TotalSeconds, 1, 30),
        };
        settings.ApplicationName ??= "marketplace";
        Services = services;
        Name = string.Create(CultureInfo.InvariantCulture, $"{settings.Host}:{settings.Port}, database {settings.Database}")
            + (services.Length < Connections.Services.All.Length ? $" (for {string.Join(", ", services)})" : "");
        Source = NpgsqlDataSource.Create(settings);
        Outage = new Outage(Name, timeout, time);
        Writer = new Writer(this, time, logger);
        Loader = new Loader(this, time);
    }

    /// <summary>Whose state it holds.</summary>
    public ImmutableArray<string> Services { get; }

    /// <summary>Where it is, for people.</summary>
    public string Name { get; }

    /// <summary>What each of them has there, as the server says; empty until it is started.</summary>
    public FrozenDictionary<string, ServiceSchema> Schemas { get; private set; } = FrozenDictionary<string, ServiceSchema>.Empty;

    /// <summary>Its connections.</summary>
    public NpgsqlDataSource Source { get; }

    /// <summary>Whether it is away.</summary>
    public Outage Outage { get; }

    /// <summary>Writes states and finished records.</summary>
    public Writer Writer { get; }

    /// <summary>Loads states.</summary>
    public Loader Loader { get; }

    /// <summary>Begins to load and to write.</summary>
    /// <param name="writer">Number of its writer.</param>
    /// <param name="schemas">What its services have there.</param>
    public void Start(long writer, FrozenDictionary<string, ServiceSchema> schemas)
    {
        Schemas = schemas;
        Writer.Start(writer);
        Loader.Start();
    }

    /// <summary>Runs something that is tried once.</summary>
    /// <param name="work">The work.</param>
    /// <exception cref="Protocols.Storage.StorageUnavailableException">It failed.</exception>
    public async Task<T> Run<T>(Func<NpgsqlDataSource, Task<T>> work)
    {
        try
        {
            var result = await work(Source);
            Outage.Over();
            return result;
        }
        catch (Exception exception) when (exception is NpgsqlException or TimeoutException)
        {
            throw Outage.Failure(exception, isOutcomeUnknown: false);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Writer.DisposeAsync();
        await Loader.DisposeAsync();
        await Source.DisposeAsync();
    }
}

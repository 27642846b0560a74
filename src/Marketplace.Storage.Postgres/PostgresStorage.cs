using System.Diagnostics.Metrics;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres;

/// <summary>Starts the storage before everything that needs it, and tells whether it works.</summary>
/// <param name="meters">Where to count how often it did not; null for nowhere.</param>
internal sealed class PostgresStorage(
    Databases databases,
    TimeProvider time,
    IHostApplicationLifetime lifetime,
    ILogger<PostgresStorage> logger,
    IMeterFactory? meters = null)
    : IHostedService, IStorageHealth, IServiceSchemas
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (databases.All.Length > 1)
            logger.NoAtomicWrites(databases.All.Length);

        meters?.Create("Marketplace.Storage").CreateObservableCounter(
            "marketplace.storage.failures",
            () => databases.All.Sum(static database => database.Outage.Failures),
            "{failure}",
            "Times that PostgreSQL could not be used: it was away, too far behind, or somebody else had written a state.");
        foreach (var database in databases.All)
            await database.Open(lifetime, cancellationToken);
    }

    public async Task StopAsync(CancellationToken cancellationToken) => await databases.DisposeAsync();

    public ServiceSchema Of(string service) => databases.Of(service).Schemas[service];

    public async ValueTask<string?> Check(CancellationToken cancellationToken)
    {
        foreach (var database in databases.All)
        {
            using var patience = new CancellationTokenSource(Patience, time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
            try
            {
                await using var question = database.Source.CreateCommand("SELECT 1");
                await question.ExecuteScalarAsync(either.Token);
            }
            catch (Exception exception) when (exception is NpgsqlException or TimeoutException or OperationCanceledException)
            {
                cancellationToken.ThrowIfCancellationRequested();
                return $"PostgreSQL at {database.Name} does not answer: {exception.Message}";
            }
        }

        return null;
    }
}

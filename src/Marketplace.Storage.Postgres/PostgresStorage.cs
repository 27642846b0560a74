using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres;

/// <summary>Starts the storage before everything that needs it, and tells whether it works.</summary>
internal sealed class PostgresStorage(
    Databases databases, TimeProvider time, IHostApplicationLifetime lifetime, ILogger<PostgresStorage> logger)
    : IHostedService, IStorageHealth, IServiceSchemas
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (databases.All.Length > 1)
            logger.NoAtomicWrites(databases.All.Length);

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

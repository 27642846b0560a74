using System.Collections.Frozen;
using System.Collections.Immutable;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Layouts;
using Microsoft.Extensions.Logging;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>The one place where it is decided how a service connects: services that connect alike share connections and batches.</summary>
internal sealed class Databases : IStateDatabases, IEndsWriters, IAsyncDisposable
{
    private readonly FrozenDictionary<string, Database> _ofService;

    public Databases(PostgresOptions options, TimeProvider time, ILogger<Databases> logger, ISiloIdentity? identity = null)
    {
        var layout = StateLayouts.Make(options.Layout);
        Func<string, string> tables = options.KeepsVersionNumbers ? ServiceTables.WithVersionNumbers : ServiceTables.Of;
        if (!options.IsJournaled)
        {
            // In a cluster each activation looks for steps of its grain.
            var without = tables;
            tables = service => $"{without(service)};\n{ServiceTables.StepsOfGrains(service)}";
        }

        var mode = options.IsJournaled ? WriteMode.Journaled : WriteMode.Direct;
        All =
        [
            .. Services.All.GroupBy(service => options.ConnectionStrings[service], StringComparer.Ordinal)
                .Select(alike => new Database(
                    alike.Key, [.. alike], tables, layout, mode, options.Owner, options.Timeout, time, logger, identity?.Key)
                {
                    KeepsVersionNumbers = options.KeepsVersionNumbers,
                    KeepsPrepared = options.KeepsPrepared,
                }),
        ];
        _ofService = All.SelectMany(database => database.Services, (database, service) => (database, service))
            .ToFrozenDictionary(pair => pair.service, pair => pair.database);
    }

    /// <summary>All of them.</summary>
    public ImmutableArray<Database> All { get; }

    public Task Applied(CancellationToken cancellationToken) => Task.WhenAll(All.Select(database => database.Applied(cancellationToken)));

    public async Task EndWriter(long silo)
    {
        foreach (var database in All)
            await database.EndWriter(silo);
    }

    /// <summary>Asks whether this silo may still write.</summary>
    /// <exception cref="StorageUnavailableException">It may not, or a database did not say.</exception>
    public Task ConfirmWriter() => Task.WhenAll(All.Select(static database => database.ConfirmWriter()));

    /// <summary>The one that a service uses.</summary>
    public Database Of(string service) => _ofService[service];

    IStateDatabase IStateDatabases.Of(string service) => Of(service);

    public async ValueTask DisposeAsync()
    {
        foreach (var database in All)
            await database.DisposeAsync();
    }
}

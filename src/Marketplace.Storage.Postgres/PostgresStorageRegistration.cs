using System.Collections.Immutable;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Layouts;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;

namespace Marketplace.Storage.Postgres;

/// <summary>Registers the storage `postgres`.</summary>
public static class PostgresStorageRegistration
{
    /// <summary>Names of the ways in which states can lie in PostgreSQL, the default first.</summary>
    public static ImmutableArray<string> Layouts => StateLayouts.Names;

    /// <summary>Whether a text is a connection string.</summary>
    /// <returns>Null if it is; else what is wrong with it, without showing it: it may hold a password.</returns>
    public static string? Check(string text)
    {
        try
        {
            return new NpgsqlConnectionStringBuilder(text).Host is null ? "it names no Host" : null;
        }
        catch (Exception exception) when (exception is ArgumentException or FormatException or KeyNotFoundException)
        {
            // Not its message, which may quote a piece of a password that has a semicolon.
            return "it has a keyword or a value that Npgsql does not take (a value with a semicolon, an equals sign or quotes must be quoted)";
        }
    }

    /// <summary>
    /// Adds the storage of states and finished records. Registered before the engine, so that it starts before it and stops after it.
    /// </summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">How PostgreSQL is used.</param>
    public static IServiceCollection AddPostgresStorage(this IServiceCollection services, PostgresOptions options)
    {
        foreach (var kind in MarketplaceServices.Kinds)
            kind.AddFormat(services);

        if (options.KeepsVersionNumbers)
            services.AddSingleton<IVersionNumbers, PostgresVersionNumbers>();

        return services
            .AddSingleton(options)
            .AddSingleton<Databases>()
            .AddSingleton<IStateDatabases>(static s => s.GetRequiredService<Databases>())
            .AddSingleton<IEndsWriters>(static s => s.GetRequiredService<Databases>())
            .AddSingleton<ResidentSet>()
            .AddSingleton<PostgresStorage>()
            .AddHostedService(static s => s.GetRequiredService<PostgresStorage>())
            .AddSingleton<IStorageHealth>(static s => s.GetRequiredService<PostgresStorage>())
            .AddSingleton<IServiceSchemas>(static s => s.GetRequiredService<PostgresStorage>())
            .AddSingleton<IGrainStorageCatalog, PostgresCatalog>()
            .AddSingleton<IAtomicWrites, PostgresAtomicWrites>()
            .AddSingleton<ISiloFence, PostgresFence>()
            .AddSingleton(static s => s.GetService<ISiloIdentity>() is null
                ? IWriterLease.Endless
                : new WriterLease(s.GetRequiredService<Databases>().ConfirmWriter, s.GetRequiredService<TimeProvider>()))
            .AddSingleton<IArchive, PostgresArchive>()
            .AddScoped(typeof(IStateStore<>), typeof(PostgresStateStore<>));
    }
}

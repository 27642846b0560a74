using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Storage.Memory;

/// <summary>Registers the storage `memory`.</summary>
public static class MemoryStorageRegistration
{
    /// <summary>Adds the storage and its catalog.</summary>
    /// <param name="services">Where to.</param>
    public static IServiceCollection AddMemoryStorage(this IServiceCollection services) =>
        services.AddSingleton<MemoryStates>()
            .AddSingleton<IGrainStorageCatalog>(static s => s.GetRequiredService<MemoryStates>())
            .AddSingleton<IAtomicWrites, NoAtomicWrites>()
            .AddSingleton(IWriterLease.Endless)
            .AddScoped(typeof(IStateStore<>), typeof(MemoryStateStore<>));
}

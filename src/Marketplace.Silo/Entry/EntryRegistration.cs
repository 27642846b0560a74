using Marketplace.Grains.Cluster;

namespace Marketplace.Silo;

/// <summary>Registers the entry points.</summary>
internal static class EntryRegistration
{
    /// <summary>Adds the entry points and the gate before them.</summary>
    public static IServiceCollection AddEntry(this IServiceCollection services, EntryOptions options) => services
        .AddSingleton(options)
        .AddSingleton(provider => new OperationGate(provider.GetRequiredService<TimeProvider>(), options.DrainTimeout))
        .AddSingleton<Entry>()
        .AddHostedService<AbandonmentSweep>();
}

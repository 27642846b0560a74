using Marketplace.Grains.Cluster;

namespace Marketplace.Silo;

/// <summary>Registers the entry points.</summary>
internal static class EntryRegistration
{
    public static IServiceCollection AddEntry(this IServiceCollection services, EntryOptions options) => services
        .AddSingleton(options)
        .AddSingleton(provider => new OperationGate(provider.GetRequiredService<TimeProvider>(), options.DrainTimeout))
        .AddSingleton<EntryGrains>()
        .AddSingleton<EntryTransactions>()
        .AddSingleton<EntryOutputs>()
        .AddSingleton<CheckoutSession>()
        .AddSingleton<ProductUpdates>()
        .AddSingleton<Entry>()
        .AddHostedService<AbandonmentSweep>();
}

/// <summary>How the entry points behave.</summary>
/// <param name="LegacySessions">
/// Setting Gateway:LegacyStatus: an add after a failed checkout starts a new session, and the version of a price update is ignored.
/// </param>
/// <param name="DrainTimeout">How long reset and clean-up wait for operations under way, and operations for them.</param>
internal sealed record EntryOptions(bool LegacySessions, TimeSpan DrainTimeout);

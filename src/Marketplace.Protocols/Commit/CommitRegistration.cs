using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Marketplace.Protocols.Commit;

/// <summary>Registers what protocols with roll-back have in common.</summary>
internal static class CommitRegistration
{
    /// <summary>Adds retries and recovery.</summary>
    public static IServiceCollection AddRetries(this IServiceCollection services, ProtocolOptions options) => services
        .AddSingleton(options)
        .AddSingleton<ProtocolMetrics>()
        .AddSingleton<DecisionSender>()
        .AddSingleton<Durability>()
        .AddSingleton<ActivationHandoff>()
        .AddSingleton<Prefetcher>()
        .AddSingleton<TransactionRunner>();

    /// <summary>Adds these and the coordinator of two-phase commit.</summary>
    public static IServiceCollection AddTwoPhaseCommit(this IServiceCollection services, ProtocolOptions options)
    {
        // The engine has put the coordinators of its cluster there, if it has clusters.
        services.TryAddSingleton<ICoordinators, SingleCoordinator>();
        return services
            .AddRetries(options)
            .AddSingleton<Coordinator>()
            .AddSingleton<ICoordinator>(static s => s.GetRequiredService<Coordinator>())
            .AddHostedService<CoordinatorDrain>();
    }
}

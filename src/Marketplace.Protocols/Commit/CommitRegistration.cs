using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Commit;

/// <summary>Registers what protocols with two-phase commit have in common.</summary>
internal static class CommitRegistration
{
    /// <summary>Adds coordinator, retries and recovery.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    /// <returns>The same collection.</returns>
    public static IServiceCollection AddTwoPhaseCommit(this IServiceCollection services, ProtocolOptions options) => services
        .AddSingleton(options)
        .AddSingleton<ProtocolMetrics>()
        .AddSingleton<Unfinished>()
        .AddSingleton<Coordinator>()
        .AddSingleton<Attempts>();
}

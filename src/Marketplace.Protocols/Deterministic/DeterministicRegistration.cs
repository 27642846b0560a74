using Marketplace.Protocols.Deterministic.Clusters;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Locking;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Deterministic;

/// <summary>Registers the protocol `deterministic`.</summary>
public static class DeterministicRegistration
{
    /// <summary>The protocol.</summary>
    public static ProtocolDescription Protocol { get; } = new("deterministic", AddDeterministicProtocol);

    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    public static IServiceCollection AddDeterministicProtocol(this IServiceCollection services, ProtocolOptions options) =>
        options.IsClustered ? services.AddForCluster(options) : services.AddForOneSilo(options);

    private static IServiceCollection AddForOneSilo(this IServiceCollection services, ProtocolOptions options) => services
        .AddParticipants<SequencedMachine>(options)
        .AddSingleton<LockManager>()
        .AddSingleton<WaitLimit>()
        .AddSingleton<SequencedCommit>()
        .AddSingleton<ITransactionProtocol, DeterministicProtocol>();

    private static IServiceCollection AddForCluster(this IServiceCollection services, ProtocolOptions options) => services
        .AddParticipants<LockingMachine>(options)
        .AddSingleton<IWaitRule, WaitForPredecessors>()
        .AddSingleton<SequencedCoordinator>()
        .AddSingleton<ITransactionProtocol, ClusterProtocol>();
}

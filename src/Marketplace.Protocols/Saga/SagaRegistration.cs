using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Saga.Clusters;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Saga;

/// <summary>Registers the protocol `saga`.</summary>
public static class SagaRegistration
{
    /// <summary>The protocol.</summary>
    public static ProtocolDescription Protocol { get; } = new("saga", AddSagaProtocol)
    {
        Isolation = TransactionIsolation.Writes,
        EndsPendingSteps = true,
    };

    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    public static IServiceCollection AddSagaProtocol(this IServiceCollection services, ProtocolOptions options)
    {
        services
            .AddParticipants<SagaMachine>(options)
            .AddSingleton(_ => new SagaWaits(options.IsClustered))
            .AddSingleton<ITransactionProtocol, SagaProtocol>();
        return options.IsClustered
            ? services.AddSingleton<ITransactionManager, ClusterSagas>().AddHostedService<SagaTakeover>()
            : services.AddSingleton<ITransactionManager, SagaCoordinator>().AddHostedService<SagaRecovery>();
    }
}

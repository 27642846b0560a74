using Marketplace.Protocols.Kernel;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Saga;

/// <summary>Registers the protocol `saga`.</summary>
public static class SagaRegistration
{
    /// <summary>The protocol.</summary>
    public static ProtocolDescription Protocol { get; } = new("saga", AddSagaProtocol)
    {
        // The record of a saga is in the memory of its silo.
        SpansSilos = false,
        Isolation = TransactionIsolation.Writes,
        EndsPendingSteps = true,
    };

    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    public static IServiceCollection AddSagaProtocol(this IServiceCollection services, ProtocolOptions options) => services
        .AddParticipants<SagaMachine>(options)
        .AddSingleton<SagaWaits>()
        .AddSingleton<SagaCoordinator>()
        .AddHostedService<SagaRecovery>()
        .AddSingleton<ITransactionProtocol, SagaProtocol>();
}

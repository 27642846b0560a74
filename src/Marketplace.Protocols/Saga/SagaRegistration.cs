using Marketplace.Protocols.Kernel;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Saga;

/// <summary>Registers the protocol `saga`.</summary>
public static class SagaRegistration
{
    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    public static IServiceCollection AddSagaProtocol(this IServiceCollection services, ProtocolOptions options) => services
        .AddParticipants<SagaMachine>(options)
        .AddSingleton<SagaWaits>()
        .AddSingleton<SagaCoordinator>()
        .AddHostedService<SagaRecovery>()
        .AddSingleton<ITransactionProtocol, SagaProtocol>();

    /// <summary>For any other protocol: the silo does not start while the storage holds sagas that did not end.</summary>
    /// <param name="services">Where to.</param>
    public static IServiceCollection RefusePendingSagas(this IServiceCollection services) => services.AddHostedService<NoSagasLeft>();
}

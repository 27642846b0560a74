using Marketplace.Protocols.Commit;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Saga;

/// <summary>Registers the protocol `saga`.</summary>
public static class SagaRegistration
{
    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    /// <returns>The same collection.</returns>
    public static IServiceCollection AddSagaProtocol(this IServiceCollection services, ProtocolOptions options) => services
        .AddRetries(options)
        .AddSingleton<SagaLog>()
        .AddSingleton<SagaWaits>()
        .AddSingleton<SagaCoordinator>()
        .AddSingleton<ITransactionProtocol, SagaProtocol>()
        .AddScoped(typeof(IGrainState<>), typeof(SagaState<>));
}

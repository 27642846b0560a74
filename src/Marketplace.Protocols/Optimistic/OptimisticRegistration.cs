using Marketplace.Protocols.Kernel;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Optimistic;

/// <summary>Registers the protocol `optimistic`.</summary>
public static class OptimisticRegistration
{
    /// <summary>The protocol.</summary>
    public static ProtocolDescription Protocol { get; } = new("optimistic", AddOptimisticProtocol);

    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    public static IServiceCollection AddOptimisticProtocol(this IServiceCollection services, ProtocolOptions options) =>
        services.AddParticipants<OptimisticMachine>(options)
            .AddSingleton<PriorityToken>()
            .AddSingleton<OptimisticManager>()
            .AddSingleton<ITransactionProtocol, OptimisticProtocol>();
}

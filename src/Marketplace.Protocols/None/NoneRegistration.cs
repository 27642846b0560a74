using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.None;

/// <summary>Registers the protocol `none`.</summary>
public static class NoneRegistration
{
    /// <summary>The protocol.</summary>
    public static ProtocolDescription Protocol { get; } = new("none", static (services, _) => services.AddNoneProtocol())
    {
        RollsBack = false,
        Isolation = TransactionIsolation.None,
    };

    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    public static IServiceCollection AddNoneProtocol(this IServiceCollection services) =>
        services.AddSingleton<ITransactionProtocol, NoneProtocol>()
            .AddScoped(typeof(IGrainState<>), typeof(DirectState<>));
}

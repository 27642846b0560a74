using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.None;

/// <summary>Registers the protocol `none`.</summary>
public static class NoneRegistration
{
    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    public static IServiceCollection AddNoneProtocol(this IServiceCollection services) =>
        services.AddSingleton<ITransactionProtocol, NoneProtocol>()
            .AddScoped(typeof(IGrainState<>), typeof(DirectState<>));
}

using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Registers the delivery of events.</summary>
public static class DeliveryRegistration
{
    /// <summary>Chooses how events are delivered; without it they are delivered at most once.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">How.</param>
    /// <returns>The same collection.</returns>
    public static IServiceCollection AddDelivery(this IServiceCollection services, DeliveryOptions options) => services.AddSingleton(options);

    /// <summary>Adds what the grains need to tell each other of events.</summary>
    /// <param name="services">Where to.</param>
    /// <returns>The same collection.</returns>
    internal static IServiceCollection AddEvents(this IServiceCollection services)
    {
        services.TryAddSingleton<DeliveryOptions>();
        return services
            .AddSingleton<IEventJournal, NoEventJournal>()
            .AddSingleton<EventPost>()
            .AddScoped(typeof(Events<>));
    }
}

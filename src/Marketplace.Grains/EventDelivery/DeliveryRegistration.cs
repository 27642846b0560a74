using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Registers the delivery of events.</summary>
internal static class DeliveryRegistration
{
    /// <summary>Chooses how events are delivered; without it they are delivered at most once.</summary>
    public static IServiceCollection AddDelivery(this IServiceCollection services, DeliveryOptions options) => services.AddSingleton(options);

    /// <summary>Delivers what lies in outboxes from before, and what was not delivered in time. After the grains and their replicas.</summary>
    /// <param name="options">How events are delivered; nothing is added if that needs no outboxes.</param>
    public static IServiceCollection AddOutboxes(this IServiceCollection services, DeliveryOptions options) =>
        options.HasOutbox ? services.AddHostedService<Outboxes>() : services;

    /// <summary>Adds what the grains need to tell each other of events.</summary>
    internal static IServiceCollection AddEvents(this IServiceCollection services)
    {
        services.TryAddSingleton<DeliveryOptions>();
        return services
            .AddSingleton<EventProducers>()
            .AddSingleton<OutboxWatch>()
            .AddSingleton<OutboxDispatcher>()
            .AddScoped(typeof(Events<>));
    }
}

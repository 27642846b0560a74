using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Engine.Inline;

/// <summary>Which filters there are, by their registrations: filters may need the grain factory, and can't be made for being counted.</summary>
internal sealed class FilterRegistrations(IServiceCollection services)
{
    /// <summary>Whether calls pass filters at the called grain.</summary>
    public bool HasIncoming { get; } = Of<IIncomingGrainCallFilter>(services).Any(
        static filter => filter.ImplementationType != typeof(LaneMessageFilter));

    /// <summary>Whether calls that run inline pass filters at the caller.</summary>
    public bool HasOutgoing { get; } = Of<IOutgoingGrainCallFilter>(services).Any(
        static filter => filter.ImplementationType != typeof(LaneCallFilter)
            && !typeof(IMessageCallFilter).IsAssignableFrom(filter.ImplementationType));

    /// <summary>Refuses filters that calls would pass in the wrong order.</summary>
    /// <exception cref="InvalidOperationException">A filter at the caller was registered after the inline calls.</exception>
    public void Check()
    {
        if (Of<IOutgoingGrainCallFilter>(services).Last().ImplementationType != typeof(LaneCallFilter))
        {
            throw new InvalidOperationException(
                "A filter of outgoing grain calls was registered after AddInlineCalls, which must come last: inline calls would not pass it.");
        }
    }

    private static IEnumerable<ServiceDescriptor> Of<TFilter>(IServiceCollection services) =>
        services.Where(static service => service.ServiceType == typeof(TFilter) && !service.IsKeyedService);
}

using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.TestSupport;

/// <summary>Puts something of a test before a service.</summary>
internal static class Decoration
{
    /// <summary>Has a service be made as before, and something of the test be put before it, which lives as long.</summary>
    /// <param name="decorate">Makes what stands before it.</param>
    public static void Decorate<TService>(this IServiceCollection services, Func<TService, TService> decorate)
        where TService : class
    {
        var right = services.Last(static service => service.ServiceType == typeof(TService));
        services.Add(ServiceDescriptor.Describe(
            typeof(TService),
            provider => decorate((TService)ActivatorUtilities.CreateInstance(provider, right.ImplementationType!)),
            right.Lifetime));
    }
}

using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols;

/// <summary>A service that another one is put in front of.</summary>
internal static class RegisteredService
{
    /// <summary>Makes it as it was registered.</summary>
    public static object Make(this ServiceDescriptor service, IServiceProvider provider) =>
        service.ImplementationInstance
        ?? service.ImplementationFactory?.Invoke(provider)
        ?? ActivatorUtilities.CreateInstance(provider, service.ImplementationType!);
}

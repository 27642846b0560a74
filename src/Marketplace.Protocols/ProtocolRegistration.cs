using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols;

/// <summary>Registers a protocol in a silo.</summary>
public static class ProtocolRegistration
{
    /// <summary>Adds a protocol. The storage is asked at start whether another one has left something half done.</summary>
    /// <param name="services">Where to; the storage must be there.</param>
    /// <param name="protocol">The protocol.</param>
    /// <param name="options">Time-outs and retries.</param>
    public static IServiceCollection AddProtocol(this IServiceCollection services, ProtocolDescription protocol, ProtocolOptions options)
    {
        ArgumentNullException.ThrowIfNull(protocol);
        services.AddHostedService(silo => new NothingLeftOpen(silo.GetRequiredService<IAtomicWrites>(), protocol));
        return protocol.Add(services, options);
    }
}

using System.Net;
using System.Net.Sockets;
using Marketplace.Protocols;
using Marketplace.Protocols.OrleansTransactions;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans.Configuration;
using Orleans.Hosting;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Puts Microsoft Orleans under a test, one silo to a cluster.</summary>
internal static class EngineUnderTest
{
    /// <summary>The protocols that only this engine has.</summary>
    public static Dictionary<string, Func<IServiceCollection, ProtocolOptions, IServiceCollection>> Protocols { get; } = new()
    {
        ["orleans-transactions"] = OrleansTransactionsRegistration.AddOrleansTransactionsProtocol,
    };

    public static void AddEngine(this IServiceCollection services, TimeSpan responseTimeout)
    {
        services.AddLogging(static logging => logging.SetMinimumLevel(LogLevel.Error));
        services.AddOrleans(silo => silo
            .UseLocalhostClustering(FreePort(), gatewayPort: 0)
            .UseTransactions()
            .Configure<SiloMessagingOptions>(messaging => messaging.ResponseTimeout = responseTimeout));
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}

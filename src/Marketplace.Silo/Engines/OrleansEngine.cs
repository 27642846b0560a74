using System.Net;
using System.Net.Sockets;
using Marketplace.Grains.Replication;
using Orleans.Configuration;
using Orleans.Hosting;

namespace Marketplace.Silo.Engines;

/// <summary>Runs the grains on Microsoft Orleans, one silo to a cluster.</summary>
internal static class OrleansEngine
{
    // Where Orleans keeps the subscriptions of memory streams: its own name for it.
    private const string StreamSubscriptions = "PubSubStore";

    /// <summary>Adds the engine.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="responseTimeout">How long a caller waits for an answer.</param>
    public static void AddEngine(this IServiceCollection services, TimeSpan responseTimeout)
    {
        services.AddOrleans(silo => silo
            .UseLocalhostClustering(FreePort(), gatewayPort: 0)
            .Configure<SiloMessagingOptions>(messaging => messaging.ResponseTimeout = responseTimeout)
            .AddMemoryGrainStorage(StreamSubscriptions)
            .AddMemoryStreams(ReplicaStreams.Provider));
        services.AddLogging(static logging => logging.AddFilter("Orleans", LogLevel.Warning));
    }

    // A port of its own for each silo, so that several run on one machine.
    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}

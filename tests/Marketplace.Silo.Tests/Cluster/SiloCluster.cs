using System.Net;
using System.Net.Sockets;
using Marketplace.Silo.Tests.Gateway;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Several silos of one cluster in this process.</summary>
internal sealed class SiloCluster : IAsyncDisposable
{
    private readonly List<RunningSilo> _silos = [];

    private SiloCluster()
    {
    }

    public RunningSilo this[int index] => _silos[index];

    /// <summary>Starts silos whose list is in the memory of the first one.</summary>
    /// <param name="count">How many.</param>
    /// <param name="settings">Further settings of all.</param>
    public static async Task<SiloCluster> StartLocalhost(int count, params string[] settings)
    {
        var port = FreePort();
        var cluster = new SiloCluster();
        try
        {
            string[] all = ["Cluster:Provider=localhost", $"Cluster:Primary=127.0.0.1:{port}", "Gateway:LeaveDelay=00:00:00", .. settings];
            cluster._silos.Add(await RunningSilo.Start([.. all, $"Cluster:SiloPort={port}"]));
            while (cluster._silos.Count < count)
            {
                cluster._silos.Add(await RunningSilo.Start(all));
            }
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }

        return cluster;
    }

    public async ValueTask DisposeAsync()
    {
        for (var i = _silos.Count - 1; i >= 0; i--)
        {
            await _silos[i].DisposeAsync();
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}

using System.Net;
using System.Net.Sockets;
using Marketplace.Silo.Tests.Gateway;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Several silos of one cluster in this process.</summary>
internal sealed class SiloCluster : IAsyncDisposable
{
    private readonly List<RunningSilo> _silos = [];
    private readonly string[] _settings;

    private SiloCluster(string[] settings) => _settings = settings;

    public RunningSilo this[int index] => _silos[index];

    /// <summary>Starts silos whose list is in the memory of the first one.</summary>
    /// <param name="count">How many.</param>
    /// <param name="settings">Further settings of all.</param>
    public static async Task<SiloCluster> StartLocalhost(int count, params string[] settings)
    {
        var port = LoopbackPort.Free();
        return await Start(count, [$"Cluster:SiloPort={port}"], ["Cluster:Provider=localhost", $"Cluster:Primary=127.0.0.1:{port}", .. settings]);
    }

    /// <summary>Starts silos that host different services.</summary>
    /// <param name="services">The setting Services of each.</param>
    /// <param name="settings">Further settings of all.</param>
    public static async Task<SiloCluster> StartLocalhost(string[] services, params string[] settings)
    {
        var port = LoopbackPort.Free();
        string[] all = ["Cluster:Provider=localhost", $"Cluster:Primary=127.0.0.1:{port}", .. settings];
        var cluster = await Start(1, [$"Cluster:SiloPort={port}", $"Services={services[0]}"], all);
        try
        {
            foreach (var own in services.Skip(1))
            {
                await cluster.Add($"Services={own}");
            }
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }

        return cluster;
    }

    /// <summary>Starts silos.</summary>
    /// <param name="count">How many.</param>
    /// <param name="first">Further settings of the first.</param>
    /// <param name="settings">Further settings of all.</param>
    public static async Task<SiloCluster> Start(int count, string[] first, string[] settings)
    {
        var cluster = new SiloCluster(settings);
        try
        {
            await cluster.Add(first);
            while (cluster._silos.Count < count)
            {
                await cluster.Add();
            }
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }

        return cluster;
    }

    /// <summary>Starts one more silo.</summary>
    /// <param name="settings">Further settings of it.</param>
    public async Task Add(params string[] settings) =>
        _silos.Add(await RunningSilo.Start(["Gateway:LeaveDelay=00:00:00", .. _settings, .. settings]));

    /// <summary>Stops a silo as a user does.</summary>
    /// <param name="index">Which one.</param>
    public async Task Stop(int index)
    {
        var silo = _silos[index];
        _silos.RemoveAt(index);
        await silo.DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        for (var i = _silos.Count - 1; i >= 0; i--)
        {
            await _silos[i].DisposeAsync();
        }
    }
}

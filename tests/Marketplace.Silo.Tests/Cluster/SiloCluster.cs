using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;

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
    public static Task<SiloCluster> StartLocalhost(int count, params string[] settings) =>
        StartLocalhost([.. Enumerable.Repeat("all", count)], settings);

    /// <summary>Starts silos that host different services, and whose list is in the memory of the first one.</summary>
    /// <param name="services">The setting Services of each.</param>
    /// <param name="settings">Further settings of all.</param>
    public static Task<SiloCluster> StartLocalhost(string[] services, params string[] settings)
    {
        var port = LoopbackPort.Free();
        string[][] own = [.. services.Select(static service => new[] { $"Services={service}" })];
        own[0] = [.. own[0], $"Cluster:SiloPort={port}"];
        return Start(own, ["Cluster:Provider=localhost", $"Cluster:Primary=127.0.0.1:{port}", .. settings]);
    }

    /// <summary>Starts silos.</summary>
    /// <param name="own">Settings of each.</param>
    /// <param name="settings">Further settings of all.</param>
    public static async Task<SiloCluster> Start(string[][] own, string[] settings)
    {
        var cluster = new SiloCluster(settings);
        try
        {
            foreach (var ofOne in own)
            {
                await cluster.Add(ofOne);
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

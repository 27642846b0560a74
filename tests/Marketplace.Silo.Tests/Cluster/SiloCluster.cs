using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Several silos of one cluster in this process.</summary>
internal sealed class SiloCluster : IAsyncDisposable
{
    // Silos of one process have one fate: a pause of it must not make one declare the other dead.
    private const string Patience = "Cluster:FailureTimeout=00:05:00";

    private readonly List<RunningSilo> _silos = [];
    private readonly Action<IServiceCollection>? _configure;
    private readonly string[] _settings;

    private SiloCluster(Action<IServiceCollection>? configure, string[] settings) => (_configure, _settings) = (configure, settings);

    public int Count => _silos.Count;

    public RunningSilo this[int index] => _silos[index];

    /// <summary>Starts silos whose list is in the memory of the first one.</summary>
    public static Task<SiloCluster> StartLocalhost(int count, params string[] settings) =>
        StartLocalhost([.. Enumerable.Repeat("all", count)], settings);

    /// <summary>Starts silos whose list is in the memory of the first one.</summary>
    /// <param name="configure">Adds services to each, such as filters of grain calls.</param>
    public static Task<SiloCluster> StartLocalhost(int count, Action<IServiceCollection> configure) =>
        StartLocalhost([.. Enumerable.Repeat("all", count)], configure);

    /// <summary>Starts silos that host different services, and whose list is in the memory of the first one.</summary>
    public static Task<SiloCluster> StartLocalhost(string[] services, params string[] settings) =>
        StartLocalhost(services, configure: null, settings);

    /// <summary>Starts silos.</summary>
    public static Task<SiloCluster> Start(string[][] own, string[] settings) => Start(own, configure: null, settings);

    /// <summary>The same, with something of the test.</summary>
    /// <param name="configure">Adds services to each, such as filters of grain calls.</param>
    public static Task<SiloCluster> StartLocalhost(string[] services, Action<IServiceCollection>? configure, params string[] settings)
    {
        var port = LoopbackPort.Free();
        string[][] own = [.. services.Select(static service => new[] { $"Services={service}" })];
        own[0] = [.. own[0], $"Cluster:SiloPort={port}"];
        return Start(own, configure, ["Cluster:Provider=localhost", $"Cluster:Primary=127.0.0.1:{port}", .. settings]);
    }

    /// <summary>Starts silos.</summary>
    /// <param name="configure">Adds services to each, such as filters of grain calls.</param>
    public static async Task<SiloCluster> Start(string[][] own, Action<IServiceCollection>? configure, string[] settings)
    {
        var cluster = new SiloCluster(configure, settings);
        try
        {
            foreach (var ofOne in own)
                await cluster.StartOne(ofOne);

            await cluster.AllKnown();
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }

        return cluster;
    }

    /// <summary>Starts one more silo.</summary>
    public async Task Add(params string[] settings)
    {
        await StartOne(settings);
        await AllKnown();
    }

    /// <summary>Waits until a silo takes requests, as whoever sends them should: it has to know the others, and these each other.</summary>
    public Task Ready(int index) => Wait.Until($"silo {index} is ready", async () =>
    {
        using var answer = await _silos[index].Send(HttpMethod.Get, "/healthz/ready", null);
        return answer.IsSuccessStatusCode;
    }, Wait.ForSilos);

    /// <summary>Stops a silo as a user does.</summary>
    public async Task Stop(int index)
    {
        var silo = _silos[index];
        _silos.RemoveAt(index);
        await silo.DisposeAsync();
    }

    private async Task StartOne(string[] settings) =>
        _silos.Add(await RunningSilo.Start(_configure, ["Gateway:LeaveDelay=00:00:00", Patience, .. _settings, .. settings]));

    // A silo gives no grains to one whose classes it does not know yet.
    private Task AllKnown() => Wait.Until("all silos know the classes of all silos", () => Task.FromResult(_silos.TrueForAll(silo =>
    {
        var known = silo.App.Services.GetRequiredService<IClusterManifestProvider>().Current.Silos;
        return _silos.TrueForAll(other => known.ContainsKey(other.App.Services.GetRequiredService<ILocalSiloDetails>().SiloAddress));
    })));

    public async ValueTask DisposeAsync()
    {
        for (var i = _silos.Count - 1; i >= 0; i--)
            await _silos[i].DisposeAsync();
    }
}

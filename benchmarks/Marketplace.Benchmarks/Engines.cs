using System.Net;
using System.Net.Sockets;
using Marketplace.Engine.Local;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans;
using Orleans.Hosting;

namespace Marketplace.Benchmarks;

/// <summary>The ways to run the grains of a benchmark.</summary>
public enum EngineKind
{
    /// <summary>The host without a silo.</summary>
    Local,

    /// <summary>A silo of Orleans whose local calls run inline.</summary>
    Inline,

    /// <summary>A silo of Orleans as it is, with a cached GetGrain.</summary>
    Messages,
}

/// <summary>Starts them.</summary>
internal static class Engines
{
    public static ServiceProvider StartLocal(Action<LocalEngineOptions>? configure = null) => new ServiceCollection()
        .AddScoped(typeof(Slot<>))
        .AddLocalEngine(options =>
        {
            options.GrainAssemblies.Add(typeof(Engines).Assembly);
            configure?.Invoke(options);
        })
        .BuildServiceProvider();

    public static async Task<RunningEngine> Start(EngineKind kind)
    {
        if (kind == EngineKind.Local)
        {
            var services = StartLocal();
            return new RunningEngine(services, services);
        }

        var builder = new HostApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.Services
            .AddScoped(typeof(Slot<>))
            .AddLogging(static logging => logging.SetMinimumLevel(LogLevel.Critical))
            .AddOrleans(static silo => silo.UseLocalhostClustering(FreePort(), gatewayPort: 0));
        if (kind == EngineKind.Inline)
            builder.Services.AddInlineCalls(static _ => { });
        else
            builder.Services.AddCachedGrainFactory();
        var host = builder.Build();
        await host.StartAsync();
        return new RunningEngine(host.Services, new Stopping(host));
    }

    /// <summary>A grain that is active.</summary>
    public static async Task<IBenchmarkGrain> GetActive(IServiceProvider services, long key)
    {
        var grain = services.GetRequiredService<IGrainFactory>().GetGrain<IBenchmarkGrain>(key);
        await grain.Next();
        return grain;
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private sealed class Stopping(IHost host) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await host.StopAsync();
            host.Dispose();
        }
    }
}

using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans.Hosting;

namespace Marketplace.Benchmarks;

/// <summary>Engines for benchmarks: Microsoft Orleans, a silo of its own.</summary>
internal static class Engines
{
    public static async Task<RunningEngine> StartAsync()
    {
        var builder = new HostApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.Services
            .AddScoped(typeof(Slot<>))
            .AddLogging(static logging => logging.SetMinimumLevel(LogLevel.Critical))
            .AddOrleans(static silo => silo.UseLocalhostClustering(FreePort(), gatewayPort: 0));
        var host = builder.Build();
        await host.StartAsync();
        return new RunningEngine(host.Services, new Stopping(host));
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

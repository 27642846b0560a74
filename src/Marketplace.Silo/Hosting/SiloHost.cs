using System.Reflection;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Gateway.Handlers;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Gateway.OpenApi;
using Marketplace.Silo.Metrics;
using Marketplace.Silo.Settings;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Marketplace.Silo.Hosting;

/// <summary>Puts a silo together and runs it.</summary>
internal static class SiloHost
{
    /// <summary>Exit code when the silo can't start as it was told to.</summary>
    public const int BadUsage = 2;

    private const string DefaultUrl = "http://localhost:8081";

    /// <summary>Version, with the commit that it was built from.</summary>
    private static string Version =>
        typeof(SiloHost).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";

    /// <summary>Runs a silo until it is told to stop.</summary>
    /// <param name="errors">Where it is told why the silo does not start.</param>
    public static async Task<int> Run(string[] args, TextWriter output, TextWriter errors, Action<IServiceCollection>? configure = null)
    {
        if (args is ["--settings"])
        {
            await output.WriteAsync(SettingsDocument.Write());
            return 0;
        }

        if (args is ["--version"])
        {
            await output.WriteLineAsync(Version);
            return 0;
        }

        if (args is ["--check-settings", .. var given])
            return await Check(given, errors);

        try
        {
            await using var app = Build(args, configure);
            await Start(app);
            var addresses = string.Join(' ', Addresses(app));
            await output.WriteLineAsync($"ready {addresses}");
            await app.WaitForShutdownAsync();
            return 0;
        }
        catch (Exception exception) when (exception is SettingException or StorageUnavailableException or IOException or FormatException)
        {
            // The storage: it is not there at start. The last two: an address that is taken, and one that is none.
            await errors.WriteLineAsync($"The silo does not start: {exception.Message}");
            return BadUsage;
        }
    }

    // A host stops nothing when its start fails; but what is a member of a cluster by then must leave it, or the others wait for it.
    private static async Task Start(WebApplication app)
    {
        try
        {
            await app.StartAsync();
        }
        catch
        {
            try
            {
                await app.StopAsync();
            }
            catch (Exception exception)
            {
                app.Logger.StartedInPart(exception.Message);
            }

            throw;
        }
    }

    /// <summary>Reads the settings as a start would, and starts nothing: a driver asks before the first of many runs.</summary>
    private static async Task<int> Check(string[] args, TextWriter errors)
    {
        try
        {
            SiloSettings.Read(NewBuilder(args).Configuration);
            return 0;
        }
        catch (SettingException exception)
        {
            await errors.WriteLineAsync($"The silo does not start: {exception.Message}");
            return BadUsage;
        }
    }

    /// <param name="configure">Adds services of a test: filters that inject faults.</param>
    /// <param name="machine">The clock of the machine; null for that of this one.</param>
    /// <returns>A silo that has not been started.</returns>
    /// <exception cref="SettingException">A setting is wrong.</exception>
    public static WebApplication Build(string[] args, Action<IServiceCollection>? configure = null, TimeProvider? machine = null)
    {
        var builder = NewBuilder(args);
        var settings = SiloSettings.Read(builder.Configuration);
        ConfigureHost(builder, settings);

        var services = builder.Services;
        services.AddSingleton<TimeProvider>(new MonotonicTime(machine ?? TimeProvider.System));
        services.AddSingleton<Readiness>();
        services.AddSingleton(settings.Gateway);
        services.AddSingleton<Leaving>();
        services.AddHostedService(static provider => provider.GetRequiredService<Leaving>());
        services.AddSingleton<GatewayMetrics>();
        services.AddSingleton<MetricsExposition>();
        services.AddOpenApiDocument();
        if (settings.OtlpEndpoint is { } endpoint)
            services.AddHostedService(_ => new OtlpExport(endpoint));

        if (settings.IsNull)
            services.AddSingleton<IHandlers, NullHandlers>();
        else
            services.AddMarketplace(settings);

        configure?.Invoke(services);
        if (!settings.IsNull)
            services.AddLocalCalls(settings.Engine, settings.ResponseTimeout, settings.Cluster, settings.Placement);

        var app = builder.Build();

        // Made here: the first, so that it is disposed of last, and the second, which nobody asks for anything.
        app.Services.GetService<ArchiveFolder>();
        app.Services.GetService<EngineInfo>();
        Map(app);
        return app;
    }

    // Settings are read once. To watch their files costs a watch of the system for each folder below the one it is started in.
    private static WebApplicationBuilder NewBuilder(string[] args) =>
        WebApplication.CreateSlimBuilder(["--hostBuilder:reloadConfigOnChange=false", .. args]);

    private static void ConfigureHost(WebApplicationBuilder builder, SiloSettings settings)
    {
        // What ASP.NET would log of each request costs more than the request.
        builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning);

        // With any level it makes an Activity and a scope of each request, for log lines that GuardedHandler writes better.
        builder.Logging.AddFilter("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.None);
        builder.Logging.AddFilter("Microsoft.Hosting.Lifetime", LogLevel.Warning);

        // Why a start failed is told once, in a sentence, and not with a stack trace before it.
        builder.Logging.AddFilter("Microsoft.Extensions.Hosting", LogLevel.Critical);
        if (builder.Configuration[WebHostDefaults.ServerUrlsKey] is null && builder.Configuration["http_ports"] is null)
            builder.WebHost.UseUrls(DefaultUrl);

        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = settings.Gateway.MaxBodyBytes;
            kestrel.Limits.MaxConcurrentConnections = settings.Gateway.MaxConnections;
            kestrel.ConfigureEndpointDefaults(endpoint => endpoint.Protocols = HttpProtocols.Http1);
        });
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = settings.Gateway.LeaveDelay + settings.Gateway.StopTimeout);
    }

    private static void Map(WebApplication app)
    {
        var services = app.Services;
        var metrics = services.GetRequiredService<GatewayMetrics>();
        var logger = services.GetRequiredService<ILoggerFactory>().CreateLogger("Marketplace.Gateway");
        app.Use(services.GetRequiredService<Leaving>().Answer);
        app.UseProblemForEmptyStatus();
        app.MapGateway(services.GetRequiredService<IHandlers>(), services.GetService<IServiceEntrance>(), metrics, logger);
        app.MapOperations(services.GetRequiredService<Readiness>(), services.GetRequiredService<MetricsExposition>());
        app.MapOpenApi("/openapi/{documentName}.json");
        app.MapDocs();
        app.Lifetime.ApplicationStopping.Register(() => logger.Stopping(metrics.InFlight));
    }

    private static ICollection<string> Addresses(WebApplication app) =>
        app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses;
}

using System.Net;
using Marketplace.Conformance.Grains;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans;
using Orleans.Configuration;
using Orleans.Hosting;
using Orleans.Providers;
using Orleans.Runtime;

namespace Marketplace.Conformance.Fixtures;

/// <summary>Microsoft Orleans: a silo of its own in this process. With manual timers only the timers of grains follow the clock.</summary>
internal sealed class OrleansFixture : IEngineFixture
{
    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(5);

    private readonly IHost _host;

    private OrleansFixture(EngineSettings settings, bool inlineCalls)
    {
        var builder = new HostApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.Services
            .AddFixture(this)
            .AddLogging(static logging => logging.SetMinimumLevel(LogLevel.Critical));
        if (settings.ManualTimers)
            builder.Services.AddKeyedSingleton<TimeProvider>(TimeProviderNames.Grains, Time);
        builder.Services.AddOrleans(silo => silo
            .UseLocalhostClustering(
                settings.SiloPort ?? LoopbackPort.Free(),
                gatewayPort: 0,
                settings.PrimaryPort is { } primary ? new IPEndPoint(IPAddress.Loopback, primary) : null)
            .AddMemoryGrainStorage("PubSubStore")
            .AddMemoryStreams<DefaultMemoryMessageBodySerializer>(EngineUnderTest.Streams, streams => streams.ConfigurePullingAgent(agent =>
                agent.Configure(options => options.MaxEventDeliveryTime = settings.EventDeliveryTime)))
            // Silos of one process have one fate: a pause of it must not make one declare the other dead.
            .Configure<ClusterMembershipOptions>(static membership => membership.ProbeTimeout = TimeSpan.FromMinutes(5))
            .Configure<SiloMessagingOptions>(messaging =>
            {
                messaging.ResponseTimeout = settings.ResponseTimeout;
                messaging.MaxEnqueuedRequestsHardLimit = settings.MaxWaitingRequests;
            })
            .Configure<GrainCollectionOptions>(collection =>
            {
                collection.CollectionAge = settings.CollectionAge;
                collection.CollectionQuantum = settings.CollectionQuantum;
                collection.ActivationTimeout = settings.LifecycleTimeout;
                collection.DeactivationTimeout = settings.LifecycleTimeout;
            })).AsOneOfMany();
        settings.Configure(builder.Services);
        if (inlineCalls)
        {
            builder.Services.AddInlineCalls(options =>
            {
                options.ResponseTimeout = settings.ResponseTimeout;
                options.MaxWaitingRequests = settings.MaxWaitingRequests;
                options.ClosesLane = typeof(IClosesLane).IsAssignableFrom;
            });
        }

        _host = builder.Build();
        Grains = _host.Services.GetRequiredService<IGrainFactory>();
    }

    public IGrainFactory Grains { get; }
    public IServiceProvider Services => _host.Services;
    public ManualTimeProvider Time { get; } = new();
    public Gates Gates { get; } = new();
    public Journal Journal { get; } = new();

    public static async Task<IEngineFixture> Start(EngineSettings settings, bool inlineCalls)
    {
        var fixture = new OrleansFixture(settings, inlineCalls);
        await fixture._host.StartAsync();
        return fixture;
    }

    public Task Stop(CancellationToken cancellationToken) => _host.StopAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        Gates.OpenAll();
        using (var patience = new CancellationTokenSource(StopPatience))
            await _host.StopAsync(patience.Token);
        _host.Dispose();
    }
}

using Marketplace.Engine.Local;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans;

namespace Marketplace.Conformance.Fixtures;

/// <summary>The local engine. With manual timers its whole time is the clock of the fixture.</summary>
internal sealed class LocalEngineFixture : IEngineFixture
{
    private readonly ServiceProvider _services;

    public LocalEngineFixture(EngineSettings settings, int streamBuffer = 1024, Action<LocalEngineOptions>? configure = null)
    {
        var services = new ServiceCollection()
            .AddSingleton(settings.ManualTimers ? Time : TimeProvider.System)
            .AddFixture(this)
            .AddLocalStreams(EngineUnderTest.Streams, streamBuffer)
            .AddLocalEngine(options =>
            {
                options.GrainAssemblies.Add(typeof(LocalEngineFixture).Assembly);
                options.ResponseTimeout = settings.ResponseTimeout;
                options.LifecycleTimeout = settings.LifecycleTimeout;
                options.CollectionAge = settings.CollectionAge;
                options.CollectionQuantum = settings.CollectionQuantum;
                options.EventDeliveryTime = settings.EventDeliveryTime;
                options.MaxWaitingRequests = settings.MaxWaitingRequests;
                configure?.Invoke(options);
            });
        settings.Configure(services);
        _services = services.BuildServiceProvider(validateScopes: true);
        Grains = _services.GetRequiredService<IGrainFactory>();
    }

    public IGrainFactory Grains { get; }
    public IServiceProvider Services => _services;
    public ManualTimeProvider Time { get; } = new();
    public Gates Gates { get; } = new();
    public Journal Journal { get; } = new();

    public static Task<IEngineFixture> Start(EngineSettings settings) =>
        Task.FromResult<IEngineFixture>(new LocalEngineFixture(settings));

    public async Task Stop(CancellationToken cancellationToken)
    {
        foreach (var service in _services.GetServices<IHostedService>())
            await service.StopAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        Gates.OpenAll();
        await _services.DisposeAsync();
    }
}

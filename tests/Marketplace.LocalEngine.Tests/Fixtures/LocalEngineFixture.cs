using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans;

namespace Marketplace.LocalEngine.Tests.Fixtures;

/// <summary>The local engine, with a clock that stands still.</summary>
internal sealed class LocalEngineFixture : IEngineFixture
{
    private readonly ServiceProvider _services;

    public LocalEngineFixture(EngineSettings settings)
    {
        var services = new ServiceCollection()
            .AddSingleton<TimeProvider>(Time)
            .AddSingleton(Gates)
            .AddSingleton(Journal)
            .AddSingleton(new ActivationCounter())
            .AddScoped<ActivationService>()
            .AddMemoryStreams(Engines.Streams, settings.StreamBuffer)
            .AddLocalEngine(options =>
            {
                options.GrainAssemblies.Add(typeof(LocalEngineFixture).Assembly);
                options.ResponseTimeout = settings.ResponseTimeout;
                options.CollectionAge = settings.CollectionAge;
                options.CollectionQuantum = settings.CollectionQuantum;
                options.MaxWaitingRequests = settings.MaxWaitingRequests;
                options.GroupOf = settings.GroupOf;
                options.GroupParallelism = 1;
                options.MaxWaitingToEnter = settings.MaxWaitingToEnter;
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

    public int ActivationCount => _services.GetRequiredService<Engine>().ActivationCount;

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        foreach (var service in _services.GetServices<IHostedService>())
            await service.StopAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync() => await _services.DisposeAsync();
}

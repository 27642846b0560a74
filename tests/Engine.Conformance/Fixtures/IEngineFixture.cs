using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Conformance.Fixtures;

/// <summary>
/// An engine under test. The conformance tests use this and the programming model, nothing else, so that they run on any engine
/// that offers both.
/// </summary>
internal interface IEngineFixture : IAsyncDisposable
{
    IGrainFactory Grains { get; }
    IServiceProvider Services { get; }

    /// <summary>The clock of the grains' timers, if the settings ask for one that stands still.</summary>
    ManualTimeProvider Time { get; }

    /// <summary>Where grains wait for the test.</summary>
    Gates Gates { get; }

    /// <summary>What grains did, in order.</summary>
    Journal Journal { get; }

    Task Stop(CancellationToken cancellationToken);
}

/// <summary>What a test wants of its engine.</summary>
internal sealed record EngineSettings
{
    public TimeSpan ResponseTimeout { get; init; } = TimeSpan.FromSeconds(30);
    public TimeSpan LifecycleTimeout { get; init; } = TimeSpan.FromSeconds(30);
    public TimeSpan CollectionAge { get; init; } = TimeSpan.FromMinutes(15);
    public TimeSpan CollectionQuantum { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>How long an event is delivered again to a subscriber that fails to take it.</summary>
    public TimeSpan EventDeliveryTime { get; init; } = TimeSpan.FromMinutes(1);

    public int MaxWaitingRequests { get; init; } = 100_000;

    /// <summary>Whether timers of grains tick by the clock of the fixture, which the test moves. All else is in real time.</summary>
    public bool ManualTimers { get; init; }

    /// <summary>The port of the silo, where it has one; null for any that is free.</summary>
    public int? SiloPort { get; init; }

    /// <summary>The port of the silo whose cluster it joins; null for a silo alone.</summary>
    public int? PrimaryPort { get; init; }

    public Action<IServiceCollection> Configure { get; init; } = static _ => { };
}

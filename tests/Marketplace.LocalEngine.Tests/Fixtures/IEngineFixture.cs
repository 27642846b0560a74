using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.LocalEngine.Tests.Fixtures;

/// <summary>
/// An engine under test. The conformance tests use this and the programming model, nothing else, so that they can run on any
/// engine that offers both.
/// </summary>
internal interface IEngineFixture : IAsyncDisposable
{
    IGrainFactory Grains { get; }

    IServiceProvider Services { get; }

    ManualTimeProvider Time { get; }

    /// <summary>Where grains wait for the test.</summary>
    Gates Gates { get; }

    /// <summary>What grains did, in order.</summary>
    Journal Journal { get; }

    /// <summary>Activations in memory.</summary>
    int ActivationCount { get; }

    Task StopAsync(CancellationToken cancellationToken);
}

/// <summary>What a test wants of its engine.</summary>
internal sealed record EngineSettings
{
    public TimeSpan ResponseTimeout { get; init; } = TimeSpan.FromSeconds(30);

    public TimeSpan CollectionAge { get; init; } = TimeSpan.FromMinutes(15);

    public TimeSpan CollectionQuantum { get; init; } = TimeSpan.FromMinutes(1);

    public int MaxWaitingRequests { get; init; } = 100_000;

    public int StreamBuffer { get; init; } = 1024;

    /// <summary>The group of a grain class; null for none.</summary>
    public Func<Type, string?> GroupOf { get; init; } = static _ => null;

    /// <summary>How many may wait to enter a group.</summary>
    public int MaxWaitingToEnter { get; init; } = 1_000;

    public Action<IServiceCollection> Configure { get; init; } = static _ => { };
}

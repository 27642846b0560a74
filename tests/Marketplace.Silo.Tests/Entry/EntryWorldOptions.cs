using Marketplace.Grains.Payment;
using Marketplace.Protocols.Recording;
using Marketplace.Silo.Settings;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Silo.Tests.Entry;

/// <summary>What kind of system a test wants.</summary>
internal sealed record EntryWorldOptions
{
    /// <summary>What runs the grains.</summary>
    public EngineSettings Engine { get; init; } = TestEngines.Current;

    public string Protocol { get; init; } = "none";
    public int Partitions { get; init; } = 3;
    public int Stock { get; init; } = 1000;
    public bool LegacySessions { get; init; }
    public bool Replicate { get; init; }

    /// <summary>The replication, if it is another one; it may put something between.</summary>
    public Action<IServiceCollection>? Replication { get; init; }

    public RecordingLevel Recording { get; init; }
    public TimeProvider Time { get; init; } = TimeProvider.System;
    public PaymentProviderOptions Provider { get; init; } = new();

    /// <summary>Stands before all calls of grains; null for none.</summary>
    public IIncomingGrainCallFilter? Filter { get; init; }
}

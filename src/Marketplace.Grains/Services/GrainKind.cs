using System.Globalization;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Recording;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Services;

/// <summary>The grains of one interface: where they stand among all others, and how their state is stored and recorded.</summary>
internal abstract class GrainKind(Type grain, Type state)
{
    /// <summary>Place in the global order in which transactions lock grains.</summary>
    public required int LockRank { get; init; }

    /// <summary>Number of the state in recorded histories, which outlive the silo: it never changes, and no other kind gets it.</summary>
    public required byte Number { get; init; }

    /// <summary>What histories call the grains.</summary>
    public required string Name { get; init; }

    /// <summary>Whether keys are pairs of ids (<see cref="Keys.Pair"/>).</summary>
    public bool HasPairsAsKeys { get; init; }

    /// <summary>Whether keys are negative (<see cref="Keys.OfLog"/>), as another kind of the service has the others.</summary>
    public bool HasNegativeKeys { get; init; }

    /// <summary>The interface.</summary>
    public Type Grain => grain;

    /// <summary>Name of the state in storages.</summary>
    public abstract string StateName { get; }

    /// <summary>Name of the grains' type in Orleans.</summary>
    public string GrainType { get; } = grain.Name["I".Length..^"Grain".Length].ToLowerInvariant();

    /// <summary>Whether events leave these grains through an outbox.</summary>
    public bool TellsEvents { get; } = typeof(IEventProducer).IsAssignableFrom(grain);

    public string Service => MarketplaceServices.Of(state)!;

    /// <summary>The least and the greatest key.</summary>
    public (long First, long Last) KeyRange => HasNegativeKeys ? (long.MinValue, -1) : (0, long.MaxValue);

    /// <summary>How the state is stored.</summary>
    public abstract StateFormat Format { get; }

    public bool Has(long key) => HasNegativeKeys == key < 0;

    /// <summary>What histories call a grain: "stock/3/4".</summary>
    public string NameOf(long key) => HasPairsAsKeys
        ? string.Create(CultureInfo.InvariantCulture, $"{Name}/{Keys.First(key)}/{Keys.Second(key)}")
        : string.Create(CultureInfo.InvariantCulture, $"{Name}/{(HasNegativeKeys ? Keys.SellerOfLog(key) : key)}");

    public abstract IServiceGrain Get(IGrainFactory grains, long key);

    public abstract void AddFormat(IServiceCollection services);

    public abstract void AddRecordedState(IServiceCollection services);
}

internal sealed class GrainKind<TGrain, TState>() : GrainKind(typeof(TGrain), typeof(TState))
    where TGrain : IServiceGrain
    where TState : class, IServiceState, new()
{
    private StateFormat<TState>? _format;

    /// <summary>Makes <see cref="GrainKind.Format"/>, when it is asked for: a silo without a database never does.</summary>
    public required Func<StateFormat<TState>> MakeFormat { private get; init; }

    public override string StateName => Protocols.StateName.Of<TState>();

    public override StateFormat<TState> Format => _format ??= MakeFormat();

    public override IServiceGrain Get(IGrainFactory grains, long key) => grains.GetGrain<TGrain>(key);

    public override void AddFormat(IServiceCollection services) => services.AddSingleton(Format);

    public override void AddRecordedState(IServiceCollection services) => services.AddRecordedState<TState>(Number);
}

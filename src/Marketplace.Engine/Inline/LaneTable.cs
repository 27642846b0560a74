using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Diagnostics.Metrics;
using Marketplace.Engine.Turns;
using Marketplace.Engine.Turns.Scheduling;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Orleans.Configuration;
using Orleans.Metadata;
using Orleans.Serialization.Configuration;

namespace Marketplace.Engine.Inline;

/// <summary>The lanes of a silo: one for each grain that is active here or has been called from here lately.</summary>
internal sealed class LaneTable : TurnHost
{
    private readonly FrozenDictionary<GrainType, LaneClass> _classes;
    private readonly ConcurrentDictionary<GrainId, Lane>[] _shards;
    private readonly LaneSweeper _sweeper;
    private readonly Lazy<IIncomingGrainCallFilter[]> _incomingFilters;
    private readonly Lazy<IGrainReferenceRuntime> _runtime;

    public LaneTable(
        IOptions<InlineCallOptions> options,
        IOptions<TypeManifestOptions> manifest,
        IOptions<GrainCollectionOptions> collection,
        FilterRegistrations filters,
        GrainTypeResolver classNames,
        ReferenceParts references,
        SchedulerGroups groups,
        IServiceProvider services,
        TimeProvider time,
        ILoggerFactory loggers,
        IMeterFactory meters)
        : base(options.Value, time, loggers, meters, references)
    {
        filters.Check();
        Collection = collection.Value;
        HasIncomingFilters = filters.HasIncoming;
        HasOutgoingFilters = filters.HasOutgoing;
        _incomingFilters = new(() => [.. services.GetServices<IIncomingGrainCallFilter>().Where(static filter => filter is not LaneMessageFilter)]);
        _runtime = new(services.GetRequiredService<IGrainReferenceRuntime>);
        _shards = [.. Enumerable.Range(0, LaneSweeper.Shards).Select(static _ => new ConcurrentDictionary<GrainId, Lane>())];
        _classes = manifest.Value.InterfaceImplementations
            .Where(type => LaneClass.CanHaveLanes(type, options.Value))
            .Select(type => new LaneClass(this, type, classNames.GetGrainType(type), groups.SchedulerOf(type)))
            .ToFrozenDictionary(static laneClass => laneClass.GrainType);
        _sweeper = new LaneSweeper(this, _shards, Collection.CollectionQuantum, time);
        Metrics.Observe(() => Count, () => Pending.Count);
    }

    public GrainCollectionOptions Collection { get; }
    public bool HasIncomingFilters { get; }
    public bool HasOutgoingFilters { get; }
    public override int Now => _sweeper.Now;
    public override IReadOnlyList<IIncomingGrainCallFilter> IncomingFilters => _incomingFilters.Value;

    /// <summary>Orleans' own way of calls. Resolved late: it is made of what needs this.</summary>
    public IGrainReferenceRuntime Runtime => _runtime.Value;

    /// <summary>Has Orleans keep an activation for a time from now. Set by the part that has Orleans' own, which needs this.</summary>
    public Action<IGrainContext, TimeSpan> Keep { get; set; } = static (_, _) => { };

    /// <summary>Lanes that there are, open or not.</summary>
    public int Count => _shards.Sum(static shard => shard.Count);

    /// <summary>Whether grains of a type can have lanes.</summary>
    public bool Has(GrainType type) => _classes.ContainsKey(type);

    /// <summary>The lane of a grain whose type can have lanes, made if there is none.</summary>
    public Lane Get(GrainId grain)
    {
        var shard = ShardOf(grain);
        return shard.TryGetValue(grain, out var lane) ? lane : shard.GetOrAdd(grain, new Lane(_classes[grain.Type], grain.Key));
    }

    /// <summary>The lane of a grain; null if there is none.</summary>
    public Lane? Find(GrainId grain) => ShardOf(grain).GetValueOrDefault(grain);

    /// <summary>The open lane of an activation whose request begins, opened if need be; null if it can't have one.</summary>
    public Lane? OpenFor(IGrainContext activation)
    {
        var grain = activation.GrainId;
        return _classes.ContainsKey(grain.Type) && Get(grain) is var lane && lane.TryOpen(activation) ? lane : null;
    }

    public void Remove(Lane lane) => ShardOf(lane.GrainId).TryRemove(KeyValuePair.Create(lane.GrainId, lane));

    public void BeginClose(IGrainContext activation) => LaneOf(activation)?.BeginClose();

    public Task Close(IGrainContext activation, CancellationToken cancellationToken) =>
        LaneOf(activation)?.Close(cancellationToken) ?? Task.CompletedTask;

    /// <summary>Looks after all lanes now, as the timer does part by part.</summary>
    public void SweepRound() => _sweeper.SweepRound();

    public override void Dispose()
    {
        _sweeper.Dispose();
        base.Dispose();
    }

    // Null if it has none, or another activation of the grain has it.
    private Lane? LaneOf(IGrainContext activation) =>
        Find(activation.GrainId) is { } lane && ReferenceEquals(lane.GrainContext, activation) ? lane : null;

    private ConcurrentDictionary<GrainId, Lane> ShardOf(GrainId grain) => _shards[(int)(grain.GetUniformHashCode() % LaneSweeper.Shards)];
}

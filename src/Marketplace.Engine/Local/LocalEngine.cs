using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Diagnostics.Metrics;
using Marketplace.Engine.Turns;
using Marketplace.Engine.Turns.Diagnostics;
using Marketplace.Engine.Turns.Scheduling;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Marketplace.Engine.Local;

/// <summary>The engine without a silo: its parts, and the grain classes that it runs in this process.</summary>
internal sealed class LocalEngine : TurnHost
{
    private readonly FrozenDictionary<GrainType, GrainClass> _classes;
    private readonly FrozenDictionary<Type, ImmutableArray<GrainType>> _implementations;

    // Made at the first call that passes them: they may need the grain factory, which needs this engine.
    private readonly Lazy<IIncomingGrainCallFilter[]> _incomingFilters;
    private readonly Lazy<IOutgoingGrainCallFilter[]> _outgoingFilters;
    private readonly CancellationTokenSource _stopping = new();
    private readonly CachedGrainFactory _grainFactory;
    private int _otherWork;
    private volatile bool _isStopped;

    public LocalEngine(
        IOptions<LocalEngineOptions> options,
        GrainClassCatalog catalog,
        ReferenceParts references,
        IServiceProvider services,
        IActivationScheduler scheduler,
        TimeProvider time,
        ILoggerFactory loggers,
        IMeterFactory meters)
        : base(options.Value, time, loggers, meters, references)
    {
        Options = options.Value;
        Services = services;
        Scopes = services.GetRequiredService<IServiceScopeFactory>();
        Scheduler = scheduler;
        Synchronization = new EngineSynchronizationContext(scheduler);
        var registrations = services.GetRequiredService<IServiceProviderIsService>();
        HasIncomingFilters = registrations.IsService(typeof(IIncomingGrainCallFilter));
        HasOutgoingFilters = registrations.IsService(typeof(IOutgoingGrainCallFilter));
        _incomingFilters = new(() => [.. services.GetServices<IIncomingGrainCallFilter>()]);
        _outgoingFilters = new(() => [.. services.GetServices<IOutgoingGrainCallFilter>()]);
        Collector = new IdleCollector(Options, time);
        Groups = new SchedulerGroups(Options, scheduler, time);
        _classes = catalog.Classes.Select(found => new GrainClass(this, found.Name, found.Traits))
            .ToFrozenDictionary(static grainClass => grainClass.GrainType);
        _implementations = catalog.Implementations;
        _grainFactory = new CachedGrainFactory(new LocalGrainFactory(this), Options.CollectionQuantum, time);
        Metrics.Observe(() => ActivationCount, () => Pending.Count);
    }

    public LocalEngineOptions Options { get; }
    public IServiceProvider Services { get; }
    public IServiceScopeFactory Scopes { get; }

    /// <summary>Where the engine's own work runs, and the turns of grain classes without a group.</summary>
    public IActivationScheduler Scheduler { get; }

    /// <summary>The grain classes that run apart from others.</summary>
    public SchedulerGroups Groups { get; }

    /// <summary>The context of asynchronous work of the engine itself.</summary>
    public EngineSynchronizationContext Synchronization { get; }

    public IdleCollector Collector { get; }
    public GrainInterfaces Interfaces => References.Interfaces;
    public bool HasIncomingFilters { get; }
    public bool HasOutgoingFilters { get; }
    public override IReadOnlyList<IIncomingGrainCallFilter> IncomingFilters => _incomingFilters.Value;
    public IReadOnlyList<IOutgoingGrainCallFilter> OutgoingFilters => _outgoingFilters.Value;
    public IGrainFactory GrainFactory => _grainFactory;
    public override int Now => Collector.Now;

    /// <summary>Cancelled when the engine begins to stop: what would only be tried again later is given up.</summary>
    public CancellationToken Stopping => _stopping.Token;

    public bool IsStopped => _isStopped;
    public int ActivationCount => _classes.Values.Sum(static grainClass => grainClass.Count);

    /// <summary>The one class that implements an interface.</summary>
    /// <exception cref="ArgumentException">There is none, or more than one.</exception>
    public GrainClass ClassOf(Type grainInterface)
    {
        Interfaces.Of(grainInterface);
        var classes = _implementations[grainInterface];
        return classes.Length == 1 ? _classes[classes[0]] : throw new ArgumentException(
            classes.Length == 0
                ? $"No grain class implements {grainInterface}."
                : $"{grainInterface} is implemented by {string.Join(", ", classes.Select(static found => $"\"{found}\""))}: "
                    + "get the grain by its GrainId.");
    }

    /// <exception cref="ArgumentException">There is no class of its type.</exception>
    public Activation ActivationOf(GrainId grain) => _classes.TryGetValue(grain.Type, out var grainClass)
        ? grainClass.Get(grain.Key)
        : throw new ArgumentException($"There is no grain class of type \"{grain.Type}\".", nameof(grain));

    /// <summary>Whether a grain is in the memory of this process, or about to be: for who simulates several of them in one.</summary>
    public bool Hosts(GrainId grain) => _classes.TryGetValue(grain.Type, out var grainClass) && grainClass.Hosts(grain.Key);

    /// <exception cref="ArgumentException">It has no such interface.</exception>
    public GrainReference ReferenceTo(GrainId grain, Type grainInterface)
    {
        var activation = ActivationOf(grain);
        return grainInterface.IsAssignableFrom(_classes[grain.Type].Traits.Type)
            ? activation.ReferenceBy(Interfaces.Of(grainInterface))
            : throw new ArgumentException($"Grain {grain} does not implement {grainInterface}.", nameof(grain));
    }

    /// <summary>Work besides calls that a stop waits for: events of streams that are on their way.</summary>
    public void BeginWork() => Interlocked.Increment(ref _otherWork);

    public void EndWork() => Interlocked.Decrement(ref _otherWork);

    /// <summary>Waits until nothing is under way, then deactivates all grains. When the token is cancelled the rest is dropped.</summary>
    public async Task Stop(CancellationToken cancellationToken)
    {
        _stopping.Cancel();
        try
        {
            while (Pending.Count > 0 || Volatile.Read(ref _otherWork) > 0)
            {
                await Pending.WhenEmpty().WaitAsync(Timeout.InfiniteTimeSpan, Time, cancellationToken);
                await Task.Yield();
            }

            // A grain that is leaving may call another one back into life: until none is left.
            while (ActivationCount > 0)
                await DeactivateAll(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            Log.StopCutShort(Pending.Count, ActivationCount);
        }

        _isStopped = true;
    }

    public override void Dispose()
    {
        _isStopped = true;
        _stopping.Cancel();
        Collector.Dispose();
        _grainFactory.Dispose();
        base.Dispose();
    }

    private async Task DeactivateAll(CancellationToken cancellationToken)
    {
        var reason = new DeactivationReason(DeactivationReasonCode.ShuttingDown, "The engine is stopping.");
        var leaving = new List<Task>();

        // In order, so that a run on a simulated scheduler repeats: the order of hashes changes from process to process.
        var activations = _classes.Values.OrderBy(static grainClass => grainClass.GrainType)
            .SelectMany(static grainClass => grainClass.Activations.OrderBy(static activation => activation.Key));
        foreach (var activation in activations)
        {
            leaving.Add(activation.Deactivated);
            activation.Deactivate(reason, cancellationToken);
        }

        await Task.WhenAll(leaving).WaitAsync(Timeout.InfiniteTimeSpan, Time, cancellationToken);
    }
}

/// <summary>Ties the engine to the host: built at start, so that a wrong setting shows then; drained at stop.</summary>
internal sealed class LocalEngineService(LocalEngine engine) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => engine.Stop(cancellationToken);
}

using System.Collections.Frozen;
using System.Diagnostics.Metrics;
using Marketplace.LocalEngine.Activations;
using Marketplace.LocalEngine.Calls;
using Marketplace.LocalEngine.Diagnostics;
using Marketplace.LocalEngine.Scheduling;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Orleans;

namespace Marketplace.LocalEngine;

/// <summary>The engine: its parts, and the grain classes that it runs.</summary>
internal sealed class Engine : IDisposable
{
    private readonly FrozenDictionary<string, GrainClass> _classes;
    // Made at the first call that passes them: they may need the grain factory, which needs this engine.
    private readonly Lazy<IIncomingGrainCallFilter[]> _incomingFilters;
    private readonly Lazy<IOutgoingGrainCallFilter[]> _outgoingFilters;
    private readonly CancellationTokenSource _stopping = new();
    private int _otherWork;
    private volatile bool _isStopped;

    public Engine(
        IOptions<LocalEngineOptions> options,
        IServiceProvider services,
        IActivationScheduler scheduler,
        TimeProvider time,
        ILoggerFactory loggers,
        IMeterFactory meters)
    {
        Options = options.Value;
        Options.Validate();
        Services = services;
        Scopes = services.GetRequiredService<IServiceScopeFactory>();
        Scheduler = scheduler;
        Synchronization = new EngineSynchronizationContext(scheduler);
        Time = time;
        Log = loggers.CreateLogger("Marketplace.LocalEngine");
        var registrations = services.GetRequiredService<IServiceProviderIsService>();
        HasIncomingFilters = registrations.IsService(typeof(IIncomingGrainCallFilter));
        HasOutgoingFilters = registrations.IsService(typeof(IOutgoingGrainCallFilter));
        _incomingFilters = new(() => services.GetServices<IIncomingGrainCallFilter>().ToArray());
        _outgoingFilters = new(() => services.GetServices<IOutgoingGrainCallFilter>().ToArray());
        Metrics = new EngineMetrics(meters, () => ActivationCount, () => Pending!.Count);
        Collector = new IdleCollector(Options, time);
        Pending = new PendingCalls(Options.ResponseTimeout, time, Metrics);
        Groups = new SchedulerGroups(Options, scheduler, time);
        var manifest = new GrainManifestReader(Options.GrainAssemblies);
        _classes = manifest.Classes.ToFrozenDictionary(traits => traits.TypeName, traits => new GrainClass(this, traits));
        GrainFactory = new GrainFactory(manifest, _classes);
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

    public TimeProvider Time { get; }

    public ILogger Log { get; }

    public EngineMetrics Metrics { get; }

    public PendingCalls Pending { get; }

    public IdleCollector Collector { get; }

    public bool HasIncomingFilters { get; }

    public bool HasOutgoingFilters { get; }

    public IReadOnlyList<IIncomingGrainCallFilter> IncomingFilters => _incomingFilters.Value;

    public IReadOnlyList<IOutgoingGrainCallFilter> OutgoingFilters => _outgoingFilters.Value;

    public IGrainFactory GrainFactory { get; }

    /// <summary>Cancelled when the engine begins to stop: what would only be tried again later is given up.</summary>
    public CancellationToken Stopping => _stopping.Token;

    public bool IsStopped => _isStopped;

    public int ActivationCount => _classes?.Values.Sum(grainClass => grainClass.Count) ?? 0;

    /// <summary>Work besides calls that a stop waits for: events of streams that are on their way.</summary>
    public void BeginWork() => Interlocked.Increment(ref _otherWork);

    public void EndWork() => Interlocked.Decrement(ref _otherWork);

    /// <summary>Waits until nothing is under way, then deactivates all grains. When the token is cancelled the rest is dropped.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
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
                await DeactivateAllAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            Log.StopCutShort(Pending.Count, ActivationCount);
        }
        _isStopped = true;
    }

    public void Dispose()
    {
        _isStopped = true;
        _stopping.Cancel();
        Pending.Dispose();
        Collector.Dispose();
    }

    private async Task DeactivateAllAsync(CancellationToken cancellationToken)
    {
        var reason = new DeactivationReason(DeactivationReasonCode.ShuttingDown, "The engine is stopping.");
        var leaving = new List<Task>();

        // In order, so that a run on a simulated scheduler repeats: the order of hashes changes from process to process.
        var activations = _classes.Values.OrderBy(grainClass => grainClass.GrainType)
            .SelectMany(grainClass => grainClass.Activations.OrderBy(activation => activation.Key));
        foreach (var activation in activations)
        {
            leaving.Add(activation.Deactivated);
            activation.Deactivate(reason, cancellationToken);
        }
        await Task.WhenAll(leaving).WaitAsync(Timeout.InfiniteTimeSpan, Time, cancellationToken);
    }
}

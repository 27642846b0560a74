using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;
using Orleans.Streams;

namespace Marketplace.LocalEngine.Activations;

/// <summary>The activation as its grain sees it.</summary>
internal sealed partial class Activation : IEngineGrainContext
{
    private ActivationExtras? _extras;
    private int _lastUse;
    private int _keepUntil;

    public object? GrainInstance => _grain;

    public IGrainFactory GrainFactory => Engine.GrainFactory;

    public GrainReference GrainReference => Extras.Reference ??= new AnonymousReference(_class.Seed(Key));

    public IServiceProvider ActivationServices
    {
        get
        {
            ObjectDisposedException.ThrowIf(IsGone, this);
            return (Extras.Scope ??= Engine.Scopes.CreateAsyncScope()).ServiceProvider;
        }
    }

    public IGrainLifecycle ObservableLifecycle => Extras.Lifecycle ??= new GrainLifecycle();

    public Task Deactivated
    {
        get
        {
            var extras = Extras;
            lock (extras)
            {
                extras.Gone ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                Interlocked.MemoryBarrier();
                if (_status == ActivationStatus.Gone)
                    extras.Gone.TrySetResult();
                return extras.Gone.Task;
            }
        }
    }

    /// <summary>Neighbours in the collector's list.</summary>
    internal Activation? EarlierIdle { get; set; }

    internal Activation? LaterIdle { get; set; }

    internal int IdleSlot { get; set; } = -1;

    private ActivationExtras Extras
    {
        get
        {
            if (_extras is null)
                Interlocked.CompareExchange(ref _extras, new ActivationExtras(), null);
            return _extras;
        }
    }

    public void Deactivate(DeactivationReason deactivationReason, CancellationToken cancellationToken = default) =>
        Post(_ => BeginDraining(deactivationReason, cancellationToken), null);

    public void DelayDeactivation(TimeSpan timeSpan) => _keepUntil =
        timeSpan == Timeout.InfiniteTimeSpan || timeSpan == TimeSpan.MaxValue ? int.MaxValue
        : timeSpan > TimeSpan.Zero ? Engine.Collector.Now + Engine.Collector.InQuanta(timeSpan)
        : 0;

    public IStreamProvider GetStreamProvider(string name) =>
        Engine.Services.GetKeyedService<IStreamProvider>(name)
            ?? throw new KeyNotFoundException($"There is no stream provider named \"{name}\": register one with AddMemoryStreams.");

    public void EnterReentrantSection(object callChain) => Extras.ReentrantSections.Add(callChain);

    public void ExitReentrantSection(object callChain) => Extras.ReentrantSections.Remove(callChain);

    public void KeepTimer(IDisposable timer) => Extras.Timers.Add(timer);

    public void ReleaseTimer(IDisposable timer) => Extras.Timers.Remove(timer);

    public void KeepObserver(IDisposable observer) => Extras.Observers.Add(observer);

    public void ReleaseObserver(IDisposable observer) => Extras.Observers.Remove(observer);

    private sealed class AnonymousReference(Marketplace.Actors.CodeGeneration.GrainReferenceSeed seed) : GrainReference(seed);
}

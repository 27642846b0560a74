using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Engine.Local;

/// <summary>The activation as its grain sees it.</summary>
internal sealed partial class Activation : IGrainContext, IWorkItemScheduler
{
    private ActivationExtras? _extras;
    private int _keepUntil;

    public object? GrainInstance => _grain;
    public GrainReference GrainReference => UntypedReference();
    public ActivationId ActivationId => default;
    public GrainAddress Address => new() { GrainId = GrainId, SiloAddress = SiloAddress.Zero, ActivationId = ActivationId };
    public IWorkItemScheduler Scheduler => this;

    public IServiceProvider ActivationServices
    {
        get
        {
            ObjectDisposedException.ThrowIf(IsGone, this);
            if (Extras.Scope is { } scope)
                return scope.ServiceProvider;
            var made = Engine.Scopes.CreateAsyncScope();
            made.ServiceProvider.GetRequiredService<ActivationScope>().Context = this;
            Extras.Scope = made;
            return made.ServiceProvider;
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
                if (IsGone)
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

    public object? GetTarget() => _grain;

    public object? GetComponent(Type componentType) =>
        componentType.IsInstanceOfType(_grain) ? _grain
        : componentType.IsInstanceOfType(this) ? this
        : _extras?.Components.GetValueOrDefault(componentType);

    public void SetComponent<TComponent>(TComponent? value)
        where TComponent : class
    {
        if (value is null)
            Extras.Components.Remove(typeof(TComponent));
        else
            Extras.Components[typeof(TComponent)] = value;
    }

    public void Deactivate(DeactivationReason deactivationReason, CancellationToken cancellationToken = default) =>
        Post(_ => BeginDraining(deactivationReason, cancellationToken), null);

    public void DelayDeactivation(TimeSpan timeSpan) => _keepUntil =
        timeSpan == Timeout.InfiniteTimeSpan || timeSpan == TimeSpan.MaxValue ? int.MaxValue
        : timeSpan > TimeSpan.Zero ? Engine.Collector.Now + Engine.Collector.InQuanta(timeSpan)
        : 0;

    // It is activated by its first request.
    public void Activate(Dictionary<string, object>? requestContext, CancellationToken cancellationToken = default)
    {
    }

    public void ReceiveMessage(object message) => throw new NotSupportedException("The local engine has no messages.");

    public void Rehydrate(IRehydrationContext context) => throw NoMigration();

    public void Migrate(Dictionary<string, object>? requestContext, CancellationToken cancellationToken = default) => throw NoMigration();

    public void QueueAction(Action action) => Post(static action => ((Action)action!)(), action);

    public void QueueAction(Action<object> action, object state) => Post(state => action(state!), state);

    public void QueueTask(Task task) => Post(static task => ((Task)task!).RunSynchronously(TaskScheduler.Default), task);

    public bool Equals(IGrainContext? other) => ReferenceEquals(this, other);

    public void KeepTimer(IDisposable timer) => Extras.Timers.Add(timer);

    public void ReleaseTimer(IDisposable timer) => Extras.Timers.Remove(timer);

    public void KeepObserver(IDisposable observer) => Extras.Observers.Add(observer);

    public void ReleaseObserver(IDisposable observer) => Extras.Observers.Remove(observer);

    private static NotSupportedException NoMigration() => new("The local engine is one process: a grain has nowhere to move to.");
}

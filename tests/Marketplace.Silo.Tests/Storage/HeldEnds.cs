using System.Diagnostics.CodeAnalysis;
using Marketplace.Grains.Cart;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Metadata;
using Orleans.Runtime;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Holds the ends of activations of carts until a test lets them go on, and tells when a call of a cart is on its way.</summary>
internal sealed class HeldEnds : IConfigureGrainContextProvider, IConfigureGrainContext, IOutgoingGrainCallFilter
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TaskCompletionSource _sent = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when an activation is held.</summary>
    public Task Held => _held.Task.WaitAsync(Patience, TimeProvider.System);

    public void AddTo(IServiceCollection services) =>
        services.AddSingleton<IConfigureGrainContextProvider>(this).AddSingleton<IOutgoingGrainCallFilter>(this);

    /// <summary>Completes when the next call of a cart waits at its activation.</summary>
    public Task NextSent()
    {
        var sent = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _sent, sent);
        return sent.Task.WaitAsync(Patience, TimeProvider.System);
    }

    public void Release() => _released.TrySetResult();

    public bool TryGetConfigurator(
        GrainType grainType, GrainProperties properties, [NotNullWhen(true)] out IConfigureGrainContext? configurator)
    {
        configurator = this;
        return true;
    }

    public void Configure(IGrainContext context) => context.ObservableLifecycle.Subscribe(
        nameof(HeldEnds), GrainLifecycleStage.Last, static _ => Task.CompletedTask, _ => Hold(context));

    public async Task Invoke(IOutgoingGrainCallContext context)
    {
        var answered = context.Invoke();
        if (context.InterfaceMethod.DeclaringType == typeof(ICartGrain))
            Volatile.Read(ref _sent).TrySetResult();

        await answered;
    }

    private Task Hold(IGrainContext context)
    {
        if (context.GrainInstance is not ICartGrain)
            return Task.CompletedTask;

        _held.TrySetResult();
        return _released.Task;
    }
}

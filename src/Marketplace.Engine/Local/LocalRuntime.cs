using Marketplace.Engine.Turns;
using Orleans.Core;
using Orleans.Timers;

namespace Marketplace.Engine.Local;

/// <summary>What the base class of grains asks of its runtime.</summary>
internal sealed class LocalRuntime(LocalEngine engine, IServiceProvider services, ITimerRegistry timers) : IGrainRuntime
{
    public string SiloIdentity => "local";
    public SiloAddress SiloAddress => SiloAddress.Zero;
    public IGrainFactory GrainFactory => engine.GrainFactory;
    public ITimerRegistry TimerRegistry => timers;
    public IServiceProvider ServiceProvider => services;
    public TimeProvider TimeProvider => engine.Time;

    public void DeactivateOnIdle(IGrainContext grainContext) =>
        grainContext.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "The grain asked for it."));

    public void DelayDeactivation(IGrainContext grainContext, TimeSpan timeSpan) => ((Activation)grainContext).DelayDeactivation(timeSpan);

    public IStorage<TGrainState> GetStorage<TGrainState>(IGrainContext grainContext) =>
        throw new NotSupportedException("The local engine has no grain storage: use a service of the application.");
}

/// <summary>Gives the activation whose turn runs, which includes the construction of its grain.</summary>
internal sealed class GrainContextAccessor : IGrainContextAccessor
{
    // Orleans' own answers null, too.
    public IGrainContext GrainContext => (SynchronizationContext.Current as TurnRunner)?.GrainContext!;
}

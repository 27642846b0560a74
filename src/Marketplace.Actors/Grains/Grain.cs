using Orleans.Runtime;

namespace Orleans;

/// <summary>Base of grain classes. One object is one activation; its code runs one turn at a time.</summary>
public abstract class Grain : IGrainBase, IAddressable
{
    /// <summary>Makes a grain object in the activation whose construction is under way.</summary>
    protected Grain()
        : this(RuntimeContext.Current!)
    {
    }

    /// <summary>Makes a grain object in a given activation: for tests of a grain class without an engine.</summary>
    /// <param name="grainContext">The activation.</param>
    protected Grain(IGrainContext grainContext) => GrainContext = grainContext;

    /// <inheritdoc/>
    public IGrainContext GrainContext { get; }

    /// <summary>Makes references to other grains.</summary>
    protected internal IGrainFactory GrainFactory =>
        GrainContext is IEngineGrainContext engine
            ? engine.GrainFactory
            : (IGrainFactory)GrainContext.ActivationServices.GetService(typeof(IGrainFactory))!;

    /// <summary>The services of this activation.</summary>
    protected internal IServiceProvider ServiceProvider => GrainContext.ActivationServices;

    /// <inheritdoc cref="IGrainBase.OnActivateAsync"/>
    public virtual Task OnActivateAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc cref="IGrainBase.OnDeactivateAsync"/>
    public virtual Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Ends this activation when the requests under way are done; later requests go to a new activation.</summary>
    protected void DeactivateOnIdle() => GrainBaseExtensions.DeactivateOnIdle(this);

    /// <summary>Keeps this activation from being collected as idle for a while from now.</summary>
    /// <param name="timeSpan">How long; zero or less takes an earlier wish back.</param>
    protected void DelayDeactivation(TimeSpan timeSpan) => (GrainContext as IEngineGrainContext)?.DelayDeactivation(timeSpan);
}

using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Engine.Local;

/// <summary>What most activations never need, and so don't pay for.</summary>
internal sealed class ActivationExtras
{
    public AsyncServiceScope? Scope { get; set; }
    public GrainLifecycle? Lifecycle { get; set; }
    public TaskCompletionSource? Gone { get; set; }

    /// <summary>Components that were set on the context, by their types.</summary>
    public Dictionary<Type, object> Components { get; } = [];

    /// <summary>Timers, disposed when the activation begins to leave.</summary>
    public List<IDisposable> Timers { get; } = [];

    /// <summary>Observers of streams, disposed when the activation has left: events may come until then.</summary>
    public List<IDisposable> Observers { get; } = [];

    public DeactivationReason Reason { get; set; }
    public CancellationToken StopToken { get; set; }

    /// <summary>Lets go of everything that leads to the grain or its services.</summary>
    public void Forget()
    {
        Scope = null;
        Lifecycle = null;
        Components.Clear();
        Timers.Clear();
        Observers.Clear();
    }
}

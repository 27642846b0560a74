using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Activations;

/// <summary>What most activations never need, and so don't pay for.</summary>
internal sealed class ActivationExtras
{
    public AsyncServiceScope? Scope { get; set; }

    public GrainReference? Reference { get; set; }

    public GrainLifecycle? Lifecycle { get; set; }

    public TaskCompletionSource? Gone { get; set; }

    /// <summary>Call chains whose requests may interleave; one entry for each section entered.</summary>
    public List<object> ReentrantSections { get; } = [];

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
        Timers.Clear();
        Observers.Clear();
        ReentrantSections.Clear();
    }
}

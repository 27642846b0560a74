using Orleans.Runtime;

namespace Orleans;

/// <summary>What every grain class implements, by deriving from <see cref="Grain"/> as a rule.</summary>
public interface IGrainBase
{
    /// <summary>The activation that this grain object is of.</summary>
    IGrainContext GrainContext { get; }

    /// <summary>Called before the first request. If it fails, so do the requests that wait; the next request tries again.</summary>
    /// <param name="cancellationToken">Cancelled when activation takes longer than it may.</param>
    Task OnActivateAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Called after the last request. An exception is logged, and does not stop the deactivation.</summary>
    /// <param name="reason">Why the activation ends.</param>
    /// <param name="cancellationToken">Cancelled when deactivation takes longer than it may.</param>
    Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken) => Task.CompletedTask;
}

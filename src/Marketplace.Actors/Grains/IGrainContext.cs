namespace Orleans.Runtime;

/// <summary>One activation of a grain: its identity, its instance and its services.</summary>
public interface IGrainContext
{
    /// <summary>The identity of the grain.</summary>
    GrainId GrainId { get; }

    /// <summary>A reference to the grain, which can be handed to others.</summary>
    GrainReference GrainReference { get; }

    /// <summary>The grain object, once it is constructed.</summary>
    object? GrainInstance { get; }

    /// <summary>The services of this activation: scoped services live as long as it does.</summary>
    IServiceProvider ActivationServices { get; }

    /// <summary>Where components join the activation's start and stop. Open until activation begins.</summary>
    IGrainLifecycle ObservableLifecycle { get; }

    /// <summary>Completes when the activation is gone.</summary>
    Task Deactivated { get; }

    /// <summary>Starts deactivation: it happens when the requests under way are done; requests that wait go to a new activation.</summary>
    /// <param name="deactivationReason">Why.</param>
    /// <param name="cancellationToken">Handed to <see cref="Grain.OnDeactivateAsync"/>.</param>
    void Deactivate(DeactivationReason deactivationReason, CancellationToken cancellationToken = default);
}

/// <summary>Gives the context of the grain whose code is running.</summary>
public interface IGrainContextAccessor
{
    /// <summary>The running grain's context.</summary>
    /// <exception cref="InvalidOperationException">The code that asks doesn't run in a grain.</exception>
    IGrainContext GrainContext { get; }
}

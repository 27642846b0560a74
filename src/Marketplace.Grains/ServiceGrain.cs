using Marketplace.Grains.Placement;

namespace Marketplace.Grains;

/// <summary>The base of the grains of all services: one state a grain, loaded and stored with the activation.</summary>
/// <param name="lifetime">What happens when the grain comes and goes.</param>
internal abstract class ServiceGrain<TState>(IGrainState<TState> state, GrainLifetime lifetime) : Grain, IServiceGrain
    where TState : class, IServiceState, new()
{
    /// <summary>The state, behind the transaction protocol.</summary>
    protected IGrainState<TState> State { get; } = state;

    public override Task OnActivateAsync(CancellationToken cancellationToken)
    {
        lifetime.Begin(GetType());
        return State.Load(cancellationToken);
    }

    public override async Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken)
    {
        // A call that still ran would work on a state that the next activation has loaded.
        await lifetime.End(GrainContext, cancellationToken);
        await State.Unload();
    }

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => State.Receive(message);

    public async Task Reset(TransactionContext tx)
    {
        await Forget();
        await State.Apply(tx, this, static (s, _) => s.Reset());
    }

    public async Task Clear(TransactionContext tx)
    {
        await Forget();
        await State.Clear(tx);
    }

    /// <summary>Forgets what the grain knows besides its state, which is about to go back.</summary>
    protected virtual Task Forget() => Task.CompletedTask;
}

/// <summary>What every grain of the eight services can do.</summary>
internal interface IServiceGrain : IParticipant
{
    /// <summary>Puts the grain back to what was ingested (contract §2, reset).</summary>
    Task Reset(TransactionContext tx);

    /// <summary>Forgets everything, ingested data too (contract §2, cleanup).</summary>
    Task Clear(TransactionContext tx);
}

/// <summary>What the state of every service can do.</summary>
internal interface IServiceState : IStorableState
{
    /// <summary>Goes back to what was ingested.</summary>
    void Reset();
}

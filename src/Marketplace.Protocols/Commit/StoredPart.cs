using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Commit;

/// <summary>What a transaction has done to one grain: the state that it leaves there, and what leaves the grain.</summary>
/// <typeparam name="TState">The grain's state.</typeparam>
internal abstract class StoredPart<TState> : IStoredPart
    where TState : class, new()
{
    /// <summary>The state as this transaction sees it, once it has written.</summary>
    public TState? Working { get; set; }

    /// <summary>What leaves the grain at the commit, in order.</summary>
    public Queue<Emission>? Emissions { get; set; }

    /// <summary>Where the activation that has the part keeps its state.</summary>
    public required IStateStore<TState> Store { get; set; }

    /// <summary>Ends when the whole transaction is stored; null if it is not handed over as a whole.</summary>
    public Task? Stored { get; private set; }

    /// <inheritdoc/>
    public void Join(WriteUnit unit)
    {
        if (Working is { } working)
        {
            Store.Add(unit, working);
        }

        // Those that can't join stay, in their order.
        for (var left = Emissions?.Count ?? 0; left > 0; left--)
        {
            var emission = Emissions!.Dequeue();
            if (!emission.Join(unit))
            {
                Emissions.Enqueue(emission);
            }
        }
    }

    /// <inheritdoc/>
    public void HandedOver(Task stored) => Stored = stored;
}

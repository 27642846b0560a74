using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Deterministic;

/// <summary>What a transaction has written in one grain, until the grain knows how it ended.</summary>
/// <typeparam name="TState">The grain's state.</typeparam>
/// <param name="transaction">The transaction.</param>
internal sealed class Part<TState>(SequencedTransaction transaction) : IStoredPart
    where TState : class, new()
{
    /// <summary>The transaction.</summary>
    public SequencedTransaction Transaction => transaction;

    /// <summary>Where the activation that has the part keeps its state.</summary>
    public required IStateStore<TState> Store { get; set; }

    /// <summary>Ends when the whole transaction is stored; null if it is not handed over as a whole.</summary>
    public Task? Stored { get; private set; }

    /// <summary>The state as this transaction sees it, once it has written.</summary>
    public TState? Working { get; set; }

    /// <summary>What leaves the grain at the commit.</summary>
    public List<Emission>? Emissions { get; set; }

    /// <inheritdoc/>
    public void Join(WriteUnit unit)
    {
        if (Working is { } working)
        {
            Store.Add(unit, working);
        }

        Emissions?.RemoveAll(emission => emission.Join(unit));
    }

    /// <inheritdoc/>
    public void HandedOver(Task stored) => Stored = stored;
}

namespace Marketplace.Protocols.Deterministic;

/// <summary>What a transaction has written in one grain, until the grain knows how it ended.</summary>
/// <typeparam name="TState">The grain's state.</typeparam>
/// <param name="transaction">The transaction.</param>
internal sealed class Part<TState>(SequencedTransaction transaction)
    where TState : class, new()
{
    /// <summary>The transaction.</summary>
    public SequencedTransaction Transaction => transaction;

    /// <summary>The state as this transaction sees it, once it has written.</summary>
    public TState? Working { get; set; }

    /// <summary>What leaves the grain at the commit.</summary>
    public List<Emission>? Emissions { get; set; }
}

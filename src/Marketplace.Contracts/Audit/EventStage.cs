namespace Marketplace.Contracts.Audit;

/// <summary>What became of an event.</summary>
public enum EventStage
{
    /// <summary>Its producer told of it: recorded when the producer's part of the transaction commits.</summary>
    Emitted = 0,

    /// <summary>It arrived, and the consumer acted on it.</summary>
    Applied = 1,

    /// <summary>It arrived once more, and the consumer knew it: nothing was done.</summary>
    Repeated = 2,
}

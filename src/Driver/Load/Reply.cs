using Marketplace.Audit.History;
using Marketplace.Driver.Http;
using Marketplace.Driver.Load.Receipts;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load;

/// <summary>How a request ended, with its times.</summary>
/// <param name="Answer">The answer, or why there is none; where results are collected, the acknowledgement.</param>
/// <param name="Outcome">How it ended. The body of a checkout's answer may say more (<see cref="Checkout"/>).</param>
/// <param name="Sent">When the request was sent, in ticks.</param>
/// <param name="Completed">When the answer was complete, in ticks; where results are collected, when the receipt arrived.</param>
/// <param name="Collected">Holds the receipt, where one was collected; until the worker's next transaction.</param>
internal readonly record struct Reply(HttpAnswer Answer, OutcomeClass Outcome, long Sent, long Completed, PendingReceipt? Collected = null)
{
    /// <summary>Times and outcome, as they are recorded.</summary>
    /// <param name="tid">Number of the transaction; 0 where no history names it.</param>
    /// <param name="arrival">Its planned arrival in an open loop; null in a closed one.</param>
    public OperationHead Head(long tid, long? arrival) => new(tid, arrival ?? Sent, Sent, Completed, Outcome, Answer.Status);

    /// <summary>What is said of a checkout.</summary>
    public CheckoutReading Checkout() => Collected is { } collected ? collected.Receipt.Checkout
        : Answer.IsSuccess ? Answers.Checkout(Answer.Body.Span)
        : default;

    /// <summary>The place of an update in its product's order; 0 if it is not said.</summary>
    public long Sequence() => Collected is { } collected ? collected.Receipt.Sequence
        : Answer.IsSuccess ? Answers.Sequence(Answer.Body.Span)
        : 0;

    /// <summary>How many sellers and packages an update delivery concerned; 0 if it is not said.</summary>
    public (int Sellers, int Packages) Delivery() => Collected is { } collected ? (collected.Receipt.Sellers, collected.Receipt.Packages)
        : Answer.IsSuccess ? Answers.Delivery(Answer.Body.Span)
        : (0, 0);
}

using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway;

namespace Marketplace.Silo.Results;

/// <summary>Makes marks of what transactions answer. Each begins with the mark of a transaction that committed without a result.</summary>
internal static class MarkOf
{
    /// <summary>Of a checkout.</summary>
    public static TransactionMark Checkout(TransactionMark mark, in Answer<CheckoutAnswer> answer)
    {
        if (answer.IsRefused)
            return Refusal(mark, answer.Refusal);

        var value = answer.Value;
        var ended = mark with
        {
            Source = "shipment",
            OrderId = value.OrderId,
            InvoiceNumber = value.InvoiceNumber,
            CountItems = value.CountItems,
            TotalInvoice = value.TotalInvoice,
        };
        return value.Outcome switch
        {
            CheckoutOutcome.Committed => ended,
            CheckoutOutcome.Rejected => Rejection(ended, MarkOutcome.Rejected, "stock", CheckoutRejections.OutOfStock),
            CheckoutOutcome.PaymentFailed => Rejection(ended, MarkOutcome.PaymentFailed, "payment", CheckoutRejections.PaymentDeclined),
            _ => throw new InvalidOperationException($"{value.Outcome} has no mark."),
        };
    }

    /// <summary>Of an update of a product.</summary>
    public static TransactionMark Update(TransactionMark mark, in Answer<UpdateAnswer> answer) => answer.IsRefused
        ? Refusal(mark, answer.Refusal)
        : mark with { Version = answer.Value.Version, Sequence = answer.Value.Sequence };

    /// <summary>Of an Update Delivery.</summary>
    public static TransactionMark Delivery(TransactionMark mark, DeliveryAnswer answer) =>
        mark with { Sellers = answer.Sellers, Packages = answer.Packages };

    /// <summary>Of a transaction that failed. As with an answer, 503 says that nothing was done, and 504 that it is not known.</summary>
    public static TransactionMark Failure(TransactionMark mark, in Failure failure)
    {
        var (status, outcome) = failure.Status switch
        {
            < 500 => (MarkStatus.NotAccepted, MarkOutcome.Refused),
            503 => (MarkStatus.Abort, MarkOutcome.Aborted),
            504 => (MarkStatus.Error, MarkOutcome.TimedOut),
            _ => (MarkStatus.Error, MarkOutcome.Failed),
        };
        return mark with { Status = status, Outcome = outcome, Reason = failure.Type, Detail = failure.Detail };
    }

    // The version that an update names, or one that a cart holds, may have been replaced meanwhile: that is how the business goes.
    private static TransactionMark Refusal(TransactionMark mark, Refusal refusal) => mark with
    {
        Status = MarkStatus.NotAccepted,
        Outcome = refusal.Kind == RefusalKind.Conflict && mark.Type != TransactionType.CustomerSession
            ? MarkOutcome.Rejected
            : MarkOutcome.Refused,
        Reason = refusal.Type,
        Detail = refusal.Detail,
    };

    private static TransactionMark Rejection(TransactionMark mark, MarkOutcome outcome, string source, (string Type, string Detail) why) =>
        mark with { Status = MarkStatus.NotAccepted, Source = source, Outcome = outcome, Reason = why.Type, Detail = why.Detail };
}

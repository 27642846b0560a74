using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway;

namespace Marketplace.Silo.Receipts;

/// <summary>Makes receipts of what transactions answer. Each begins with the receipt of a transaction that committed without a result.</summary>
internal static class ReceiptOf
{
    public static Receipt Checkout(Receipt receipt, in Answer<CheckoutAnswer> answer)
    {
        if (answer.IsRefused)
            return Refusal(receipt, answer.Refusal);

        var value = answer.Value;
        var ended = receipt with
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
            CheckoutOutcome.Rejected => Rejection(ended, ReceiptOutcome.Rejected, "stock", CheckoutRejections.OutOfStock),
            CheckoutOutcome.PaymentFailed => Rejection(ended, ReceiptOutcome.PaymentFailed, "payment", CheckoutRejections.PaymentDeclined),
            _ => throw new InvalidOperationException($"{value.Outcome} has no receipt."),
        };
    }

    /// <summary>Of an update of a product.</summary>
    public static Receipt Update(Receipt receipt, in Answer<UpdateAnswer> answer) => answer.IsRefused
        ? Refusal(receipt, answer.Refusal)
        : receipt with { Version = answer.Value.Version, Sequence = answer.Value.Sequence };

    /// <summary>Of an Update Delivery.</summary>
    public static Receipt Delivery(Receipt receipt, DeliveryAnswer answer) =>
        receipt with { Sellers = answer.Sellers, Packages = answer.Packages };

    /// <summary>Of a transaction that failed. As with an answer, 503 says that nothing was done, and 504 that it is not known.</summary>
    public static Receipt Failure(Receipt receipt, in Failure failure)
    {
        var (status, outcome) = failure.Status switch
        {
            < 500 => (ReceiptStatus.NotAccepted, ReceiptOutcome.Refused),
            503 => (ReceiptStatus.Abort, ReceiptOutcome.Aborted),
            504 => (ReceiptStatus.Error, ReceiptOutcome.TimedOut),
            _ => (ReceiptStatus.Error, ReceiptOutcome.Failed),
        };
        return receipt with { Status = status, Outcome = outcome, Reason = failure.Type, Detail = failure.Detail };
    }

    // The version that an update names, or one that a cart holds, may have been replaced meanwhile: that is how the business goes.
    private static Receipt Refusal(Receipt receipt, Refusal refusal) => receipt with
    {
        Status = ReceiptStatus.NotAccepted,
        Outcome = refusal.Kind == RefusalKind.Conflict && receipt.Type != TransactionType.CustomerSession
            ? ReceiptOutcome.Rejected
            : ReceiptOutcome.Refused,
        Reason = refusal.Type,
        Detail = refusal.Detail,
    };

    private static Receipt Rejection(Receipt receipt, ReceiptOutcome outcome, string source, (string Type, string Detail) why) =>
        receipt with { Status = ReceiptStatus.NotAccepted, Source = source, Outcome = outcome, Reason = why.Type, Detail = why.Detail };
}

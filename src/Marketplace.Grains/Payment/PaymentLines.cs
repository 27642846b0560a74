using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Payment;

/// <summary>How a payment comes of an invoice (contract §4, Payment).</summary>
internal static class PaymentLines
{
    /// <summary>Makes the payment: the main line over the whole invoice, then a voucher line for each item with an incentive.</summary>
    /// <param name="invoice">E5.</param>
    public static PaymentExport Of(InvoiceIssued invoice, PaymentStatus status)
    {
        var checkout = invoice.Checkout;
        var lines = ImmutableArray.CreateBuilder<OrderPayment>();
        lines.Add(new OrderPayment(invoice.OrderId, 1, checkout.PaymentType, checkout.Installments, invoice.TotalInvoice, status));
        foreach (var item in invoice.Items)
        {
            if (item.Voucher > 0)
                lines.Add(new OrderPayment(invoice.OrderId, lines.Count + 1, PaymentType.Voucher, 1, item.Voucher, status));
        }

        var card = checkout.PaymentType is PaymentType.CreditCard or PaymentType.DebitCard
            ? new OrderPaymentCard(invoice.OrderId, 1, checkout.CardNumber, checkout.CardHolderName, checkout.CardExpiration, checkout.CardBrand)
            : null;
        return new PaymentExport(invoice.Tid, invoice.Reservation.CustomerId, invoice.OrderId, lines.ToImmutable(), card);
    }
}

using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Xunit;

namespace Marketplace.Grains.Tests.Order;

public sealed class InvoicingTests
{
    [Fact]
    public void Totals_are_exact_and_freight_counts_once_a_line()
    {
        var order = Invoicing.Invoice(
            Samples.Confirmed(7, Samples.Line(1, 1, quantity: 3, price: 12.709999m, voucher: 1.5m), Samples.Line(2, 4, price: 0.1m)),
            orderId: 3,
            Samples.Noon);
        Assert.Equal(38.229997m, order.Order.TotalItems);
        Assert.Equal(1.5m, order.Order.TotalIncentive);
        Assert.Equal(36.729997m, order.Order.TotalAmount);
        Assert.Equal(5m, order.Order.TotalFreight);
        Assert.Equal(41.729997m, order.Order.TotalInvoice);
        Assert.Equal("7-20260304-3", order.Order.InvoiceNumber);
        Assert.Equal(OrderStatus.Invoiced, order.Order.Status);
        Assert.Equal([1, 2], order.Items.Select(item => item.OrderItemId));
    }

    [Fact]
    public void An_incentive_is_at_most_the_line()
    {
        var order = Invoicing.Invoice(Samples.Confirmed(7, Samples.Line(1, 1, price: 4m, voucher: 9m)), 1, Samples.Noon);
        var item = Assert.Single(order.Items);
        Assert.Equal((4m, 0m, 4m), (item.TotalItems, item.TotalAmount, item.Voucher));
        Assert.Equal(2.5m, order.Order.TotalInvoice);
    }

    [Fact]
    public void A_payment_has_the_whole_invoice_on_its_main_line_and_a_line_for_each_incentive()
    {
        var confirmed = Samples.Confirmed(7, Samples.Line(1, 1, price: 10m, voucher: 1m), Samples.Line(1, 2), Samples.Line(2, 1, voucher: 2m));
        var order = Invoicing.Invoice(confirmed, 1, Samples.Noon);
        var payment = PaymentLines.Of(
            new InvoiceIssued("t", confirmed.Reservation, confirmed.Checkout, 1, "", Samples.Noon, order.Order.TotalInvoice, order.Items),
            PaymentStatus.Succeeded);
        Assert.Equal(
            [(1, PaymentType.CreditCard, order.Order.TotalInvoice), (2, PaymentType.Voucher, 1m), (3, PaymentType.Voucher, 2m)],
            payment.Lines.Select(line => (line.PaymentSequential, line.Type, line.Value)));
        Assert.Equal("4111", payment.Card?.CardNumber);
    }

    [Fact]
    public void A_boleto_has_no_card()
    {
        var confirmed = Samples.Confirmed(7, Samples.Line(1, 1));
        var invoice = new InvoiceIssued(
            "t", confirmed.Reservation, confirmed.Checkout with { PaymentType = PaymentType.Boleto }, 1, "", Samples.Noon, 1m, []);
        Assert.Null(PaymentLines.Of(invoice, PaymentStatus.Succeeded).Card);
    }
}

using System.Text;
using Marketplace.Driver.History;
using Marketplace.Driver.Http;
using Marketplace.Driver.Workload;
using Xunit;

namespace Marketplace.Driver.Tests.Workload;

public sealed class AnswerTests
{
    [Theory]
    [InlineData(200, "Checkout", "", "Committed")]
    [InlineData(202, "PriceUpdate", "", "Committed")]
    [InlineData(409, "PriceUpdate", "", "Rejected")]
    [InlineData(409, "ProductDelete", "", "Rejected")]
    [InlineData(409, "Checkout", "{}", "DriverFault")]
    [InlineData(404, "Dashboard", "", "DriverFault")]
    [InlineData(400, "Checkout", "", "DriverFault")]
    [InlineData(422, "Checkout", """{"title":"x","type":"https://marketplace/problems/out-of-stock"}""", "Rejected")]
    [InlineData(422, "Checkout", """{"type":"payment-declined","status":422}""", "PaymentFailed")]
    [InlineData(422, "Checkout", """{"type":"other"}""", "DriverFault")]
    [InlineData(422, "Checkout", "oops", "DriverFault")]
    [InlineData(503, "Checkout", "", "Aborted")]
    [InlineData(500, "Checkout", "", "TransportError")]
    [InlineData(504, "UpdateDelivery", "", "TransportError")]
    public void A_status_has_its_outcome_class(int status, string kind, string body, string outcome) => Assert.Equal(
        Enum.Parse<OutcomeClass>(outcome),
        OutcomeMapping.Of(new HttpAnswer(status, HttpFailure.None, Encoding.UTF8.GetBytes(body)), Enum.Parse<OperationKind>(kind)));

    [Fact]
    public void No_answer_is_an_unknown_outcome()
    {
        Assert.Equal(OutcomeClass.TimedOut, OutcomeMapping.Of(new HttpAnswer(0, HttpFailure.TimedOut, default), OperationKind.Checkout));
        Assert.Equal(OutcomeClass.TransportError, OutcomeMapping.Of(new HttpAnswer(0, HttpFailure.ConnectionLost, default), OperationKind.Checkout));
        Assert.True(OutcomeClass.TimedOut.IsUnknown() && OutcomeClass.TransportError.IsUnknown());
        Assert.False(OutcomeClass.Aborted.IsUnknown());
    }

    [Theory]
    [InlineData("""{"tid":"r-1","outcome":"committed","orderId":3,"invoiceNumber":"1-2-3","totalInvoice":12.50}""", "Committed", 3, "12.50")]
    [InlineData("""{"nested":{"orderId":9},"outcome":"rejected","orderId":0,"totalInvoice":0}""", "Rejected", 0, "0")]
    [InlineData("""{"outcome":"payment-failed","orderId":4,"totalInvoice":7}""", "PaymentFailed", 4, "7")]
    [InlineData("""{"outcome":"something new"}""", null, 0, "0")]
    [InlineData("", null, 0, "0")]
    [InlineData("\"ok\"", null, 0, "0")]
    [InlineData("""{"outcome":"committed",""", null, 0, "0")]
    public void The_body_of_a_checkout_says_more(string body, string? outcome, int order, string total)
    {
        var reading = Answers.Checkout(Encoding.UTF8.GetBytes(body));
        Assert.Equal(outcome, reading.Outcome?.ToString());
        Assert.Equal((order, decimal.Parse(total, System.Globalization.CultureInfo.InvariantCulture)), (reading.OrderId, reading.TotalInvoice));
    }

    [Fact]
    public void Updates_and_deliveries_are_read()
    {
        Assert.Equal(41, Answers.Sequence("""{"tid":"x","version":"0","sequence":41}"""u8));
        Assert.Equal(0, Answers.Sequence(""u8));
        Assert.Equal((3, 17), Answers.Delivery("""{"tid":"x","sellers":3,"packages":17}"""u8));
        Assert.Equal((0, 0), Answers.Delivery("[]"u8));
    }

    [Theory]
    [InlineData("""{"seller_view":{"seller_id":1,"count_orders":2,"count_items":3,"total_amount":9.5,"total_freight":3,"total_incentive":0.5,"total_invoice":12.5,"total_items":10},"order_entries":[E1,E2,E3]}""", true)]
    [InlineData("""{"sellerView":{"seller_id":1,"count_orders":2,"count_items":3,"total_amount":9.5,"total_freight":3,"total_incentive":0.5,"total_invoice":12.5,"total_items":10},"orderEntries":[E1,E2,E3]}""", true)]
    [InlineData("""{"seller_view":{"seller_id":1,"count_orders":0,"count_items":0,"total_amount":0,"total_freight":0,"total_incentive":0,"total_invoice":0.00,"total_items":0},"order_entries":[]}""", true)]
    [InlineData("""{"seller_view":{"seller_id":1,"count_orders":3,"count_items":3,"total_amount":9.5,"total_freight":3,"total_incentive":0.5,"total_invoice":12.5,"total_items":10},"order_entries":[E1,E2,E3]}""", false)]
    [InlineData("""{"seller_view":{"seller_id":1,"count_orders":2,"count_items":3,"total_amount":9.51,"total_freight":3,"total_incentive":0.5,"total_invoice":12.5,"total_items":10},"order_entries":[E1,E2,E3]}""", false)]
    [InlineData("""{"seller_view":{"seller_id":1,"count_orders":2,"count_items":3,"total_amount":9.5,"total_freight":3,"total_incentive":0.5,"total_invoice":12.5,"total_items":10},"order_entries":[E1,E2]}""", false)]
    [InlineData("""{"seller_view":{"total_amount":"many"},"order_entries":[]}""", false)]
    [InlineData("null", false)]
    [InlineData("", false)]
    public void A_dashboard_must_agree_with_its_own_entries(string body, bool isConsistent)
    {
        const string entry = """{"id":1,"customer_id":C,"order_id":1,"total_items":T,"total_amount":A,"total_incentive":I,"total_invoice":V,"freight_value":1,"details":{"x":1}}""";
        string Entry(string customer, string total, string amount, string incentive, string invoice) => entry
            .Replace("C", customer, StringComparison.Ordinal).Replace("T", total, StringComparison.Ordinal).Replace("A", amount, StringComparison.Ordinal)
            .Replace("I", incentive, StringComparison.Ordinal).Replace("V", invoice, StringComparison.Ordinal);
        var text = body
            .Replace("E1", Entry("5", "4", "3.5", "0.5", "4.5"), StringComparison.Ordinal)
            .Replace("E2", Entry("5", "4", "4", "0", "5"), StringComparison.Ordinal)
            .Replace("E3", Entry("6", "2", "2", "0", "3"), StringComparison.Ordinal);
        var fold = new DashboardFold();
        Assert.Equal(isConsistent, fold.Check(Encoding.UTF8.GetBytes(text)));
        Assert.True(new DashboardFold().Check("""{"seller_view":{},"order_entries":[]}"""u8));
    }
}

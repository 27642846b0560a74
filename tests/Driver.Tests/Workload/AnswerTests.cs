using System.Globalization;
using System.Text;
using Marketplace.Audit.History;
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
        Assert.Equal(OutcomeClass.TransportError, OutcomeMapping.Of(new(0, HttpFailure.ConnectionLost, default), OperationKind.Checkout));
        Assert.True(OutcomeClass.TimedOut.IsUnknown() && OutcomeClass.TransportError.IsUnknown());
        Assert.False(OutcomeClass.Aborted.IsUnknown());
    }

    [Theory]
    [InlineData("""{"tid":"r-1","outcome":"committed","orderId":3,"invoiceNumber":"1","totalInvoice":12.50}""", "Committed", 3, "12.50")]
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
        Assert.Equal(order, reading.OrderId);
        Assert.Equal(decimal.Parse(total, CultureInfo.InvariantCulture), reading.TotalInvoice);
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
    [InlineData(Agreeing, true)]
    [InlineData("2 orders, 3 items, 9.51 amount, 3 freight, 0.5 incentive, 12.5 invoice, 10 total", false)]
    [InlineData("3 orders, 3 items, 9.5 amount, 3 freight, 0.5 incentive, 12.5 invoice, 10 total", false)]
    [InlineData("2 orders, 2 items, 9.5 amount, 3 freight, 0.5 incentive, 12.5 invoice, 10 total", false)]
    [InlineData("2 orders, 3 items, 9.5 amount, 4 freight, 0.5 incentive, 12.5 invoice, 10 total", false)]
    [InlineData("2 orders, 3 items, 9.5 amount, 3 freight, 0 incentive, 12.5 invoice, 10 total", false)]
    [InlineData("2 orders, 3 items, 9.5 amount, 3 freight, 0.5 incentive, 12 invoice, 10 total", false)]
    [InlineData("2 orders, 3 items, 9.5 amount, 3 freight, 0.5 incentive, 12.5 invoice, 9 total", false)]
    public void A_dashboard_must_agree_with_its_own_entries(string view, bool isConsistent)
    {
        string[] entries = [Entry(5, 4, 3.5m, 0.5m), Entry(5, 4, 4, 0), Entry(6, 2, 2, 0)];
        var fold = new DashboardFold();
        Assert.Equal(isConsistent, fold.Check(Dashboard("seller_view", "order_entries", view, entries)));
        Assert.Equal(isConsistent, fold.Check(Dashboard("sellerView", "orderEntries", view, entries)));
        Assert.Equal(3, fold.Entries);
        Assert.False(fold.Check(Dashboard("seller_view", "order_entries", Agreeing, entries[1..])));
    }

    [Theory]
    [InlineData("""{"seller_view":{},"order_entries":[]}""", true)]
    [InlineData("""{"seller_view":{"seller_id":1,"count_orders":0,"total_invoice":0.00},"order_entries":[]}""", true)]
    [InlineData("""{"seller_view":{"total_amount":"many"},"order_entries":[]}""", false)]
    [InlineData("""{"seller_view":7,"order_entries":[]}""", false)]
    [InlineData("""{"seller_view":{},"order_entries":[""", false)]
    [InlineData("null", false)]
    [InlineData("", false)]
    public void An_answer_that_is_no_dashboard_does_not_agree(string body, bool isConsistent) =>
        Assert.Equal(isConsistent, new DashboardFold().Check(Encoding.UTF8.GetBytes(body)));

    private const string Agreeing = "2 orders, 3 items, 9.5 amount, 3 freight, 0.5 incentive, 12.5 invoice, 10 total";

    private static string Entry(int customer, decimal total, decimal amount, decimal incentive) => string.Create(
        CultureInfo.InvariantCulture,
        $$"""
        {"id":1,"customer_id":{{customer}},"order_id":1,"total_items":{{total}},"total_amount":{{amount}},
         "total_incentive":{{incentive}},"total_invoice":{{amount + 1}},"freight_value":1,"unit_price":7,"product_name":"x"}
        """);

    private static byte[] Dashboard(string viewName, string entriesName, string view, string[] entries)
    {
        string[] names =
            ["count_orders", "count_items", "total_amount", "total_freight", "total_incentive", "total_invoice", "total_items"];
        var members = view.Split(", ").Zip(names, (text, name) => $"\"{name}\":{text.Split(' ')[0]}");
        var text = $$"""{"{{viewName}}":{"seller_id":1,{{string.Join(',', members)}}},"{{entriesName}}":[{{string.Join(',', entries)}}]}""";
        return Encoding.UTF8.GetBytes(text);
    }
}

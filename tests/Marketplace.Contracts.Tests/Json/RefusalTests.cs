using System.Text;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Xunit;

namespace Marketplace.Contracts.Tests.Json;

public sealed class RefusalTests
{
    private const string Item = """{"SellerId":1,"ProductId":2,"UnitPrice":1,"Quantity":1}""";

    [Theory]
    [InlineData("SellerId", "0")]
    [InlineData("SellerId", "-1")]
    [InlineData("SellerId", "2147483648")]
    [InlineData("SellerId", "1.5")]
    [InlineData("SellerId", "\"\"")]
    [InlineData("SellerId", "\"1 \"")]
    [InlineData("SellerId", "true")]
    [InlineData("SellerId", "[1]")]
    [InlineData("SellerId", "{\"a\":1}")]
    [InlineData("Quantity", "0")]
    [InlineData("Quantity", "1000001")]
    [InlineData("UnitPrice", "-0.01")]
    [InlineData("UnitPrice", "\"NaN\"")]
    [InlineData("UnitPrice", "\"Infinity\"")]
    [InlineData("UnitPrice", "1000000000000000000.01")]
    [InlineData("UnitPrice", "1e19")]
    [InlineData("UnitPrice", "0.000000000000000001")]
    [InlineData("UnitPrice", "99999999999999999999999999999999")]
    [InlineData("UnitPrice", "1e300")]
    [InlineData("UnitPrice", "1e-29")]
    [InlineData("UnitPrice", "0.00000000000000000000000000001")]
    [InlineData("UnitPrice", "\".\"")]
    [InlineData("UnitPrice", "\"1e\"")]
    [InlineData("UnitPrice", "\"1,5\"")]
    [InlineData("Voucher", "-1")]
    [InlineData("ProductName", "7")]
    [InlineData("ProductName", "\"\\u0000\"")]
    [InlineData("Version", "true")]
    public void A_bad_value_is_refused_by_name(string member, string value)
    {
        var message = Refused($$"""{"SellerId":1,"ProductId":2,"UnitPrice":1,"Quantity":1,"{{member}}":{{value}}}""");
        Assert.StartsWith(member + ": expected ", message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0", "0")]
    [InlineData("-0", "0")]
    [InlineData("\"12.709999\"", "12.709999")]
    [InlineData("12.50", "12.50")]
    [InlineData("1e-05", "0.00001")]
    [InlineData("1.5e2", "150")]
    [InlineData("1E+3", "1000")]
    [InlineData("12.50e1", "125.0")]
    [InlineData("1000000000000000000", "1000000000000000000")]
    [InlineData("1e18", "1000000000000000000")]
    [InlineData("0.30000000000000004", "0.30000000000000004")]
    public void Money_is_exact(string value, string expected)
    {
        var item = JsonInput.ReadCartItem(Bytes($$"""{"SellerId":1,"ProductId":2,"UnitPrice":{{value}},"Quantity":1}"""));
        Assert.Equal(expected, FormattableString.Invariant($"{item.UnitPrice}"));
    }

    [Theory]
    [InlineData("1000000000000000000", "1000000000000000000")]
    [InlineData("1000000000000000000.01", "1000000000000000000")]
    [InlineData("\"1000000000000000001\"", "1000000000000000000")]
    [InlineData("3.4028235E+38", "1000000000000000000")]
    [InlineData("1e400", "1000000000000000000")]
    [InlineData("99999999999999999999999999999999.99999999999", "1000000000000000000")]
    [InlineData("12.709999", "12.709999")]
    public void Where_prices_are_capped_one_beyond_the_limit_is_the_limit(string value, string expected)
    {
        var body = Bytes($$"""
            {"SellerId":1,"ProductId":2,"seller_id":1,"product_id":2,"UnitPrice":{{value}},"price":{{value}},
            "Quantity":1,"instanceId":"1","version":"1"}
            """);
        var limit = decimal.Parse(expected, System.Globalization.CultureInfo.InvariantCulture);
        Assert.Equal(limit, JsonInput.ReadCartItem(body, capsPrices: true).UnitPrice);
        Assert.Equal(limit, JsonInput.ReadPriceUpdate(body, capsPrices: true).Price);
        Assert.Equal(limit, JsonInput.ReadProduct(body, capsPrices: true).Price);
        Assert.Equal(limit, JsonInput.ReadReplacement(body, capsPrices: true).Price);
    }

    [Theory]
    [InlineData("UnitPrice", "-1e19")]
    [InlineData("UnitPrice", "\"Infinity\"")]
    [InlineData("UnitPrice", "\"NaN\"")]
    [InlineData("UnitPrice", "0.000000000000000001")]
    [InlineData("Voucher", "1e19")]
    [InlineData("FreightValue", "1000000000000000001")]
    public void Where_prices_are_capped_all_else_is_refused_as_ever(string member, string value)
    {
        var body = Bytes($$"""{"SellerId":1,"ProductId":2,"UnitPrice":1,"Quantity":1,"{{member}}":{{value}}}""");
        var exception = Assert.Throws<InvalidInputException>(() => JsonInput.ReadCartItem(body, capsPrices: true));
        Assert.StartsWith(member + ": expected ", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_missing_member_without_a_default_is_named() =>
        Assert.StartsWith("UnitPrice: missing", Refused("""{"SellerId":1,"ProductId":2,"Quantity":1}"""), StringComparison.Ordinal);

    [Fact]
    public void Null_stands_for_missing() =>
        Assert.StartsWith(
            "Quantity: missing", Refused("""{"SellerId":1,"ProductId":2,"UnitPrice":1,"Quantity":null}"""), StringComparison.Ordinal);

    [Fact]
    public void Missing_members_get_defaults() =>
        Assert.Equal(new CartItem(1, 2, "", 1m, 0m, 1, 0m, "0"), JsonInput.ReadCartItem(Bytes(Item)));

    [Fact]
    public void The_last_of_repeated_members_counts() =>
        Assert.Equal(9, JsonInput.ReadCartItem(Bytes(Item[..^1] + ",\"quantity\":8,\"QUANTITY\":9}")).Quantity);

    [Fact]
    public void Escaped_names_and_numbers_are_understood() =>
        Assert.Equal(8, JsonInput.ReadCartItem(Bytes(Item[..^1] + ""","\u0071uantity":"\u0038"}""")).Quantity);

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("7")]
    [InlineData("{")]
    [InlineData(Item + "}")]
    [InlineData(Item + Item)]
    [InlineData("{\"SellerId\":1,}")]
    [InlineData("{/**/}")]
    [InlineData("{\"ProductName\":\"\\ud800\"}")]
    public void What_is_no_object_is_refused(string body) => Assert.StartsWith("The body", Refused(body), StringComparison.Ordinal);

    [Fact]
    public void Nesting_is_limited()
    {
        var deep = string.Concat(Enumerable.Repeat("[", 100_000)) + string.Concat(Enumerable.Repeat("]", 100_000));
        Assert.Contains("16 levels", Refused(Item[..^1] + ",\"x\":" + deep + "}"), StringComparison.Ordinal);
    }

    [Fact]
    public void Broken_utf8_is_refused_even_in_a_member_that_is_skipped()
    {
        var body = Bytes(Item[..^1] + ",\"x\":\"?\"}");
        body[Array.IndexOf(body, (byte)'?')] = 0xFF;
        Assert.Equal("The body is not UTF-8.", Assert.Throws<InvalidInputException>(() => JsonInput.ReadCartItem(body)).Message);
    }

    [Fact]
    public void Long_texts_are_refused_and_not_repeated()
    {
        var message = Refused(Item[..^1] + ",\"ProductName\":\"" + new string('z', 8193) + "\"}");
        Assert.Contains("ProductName", message, StringComparison.Ordinal);
        Assert.True(message.Length < 200);
        Assert.Contains("Version", Refused(Item[..^1] + ",\"Version\":" + new string('1', 129) + "}"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("3", PaymentType.DebitCard)]
    [InlineData("\"3\"", PaymentType.DebitCard)]
    [InlineData("\"DEBIT_CARD\"", PaymentType.DebitCard)]
    [InlineData("\"debitCard\"", PaymentType.DebitCard)]
    [InlineData("\"BOLETO\"", PaymentType.Boleto)]
    public void Enums_are_numbers_or_names(string value, PaymentType expected) =>
        Assert.Equal(expected, JsonInput.ReadCustomerCheckout(Bytes(Checkout(value))).PaymentType);

    [Theory]
    [InlineData("4")]
    [InlineData("-1")]
    [InlineData("\"VOUCHER\"")]
    [InlineData("\"CASH\"")]
    [InlineData("{}")]
    public void Other_payment_types_are_refused(string value) =>
        Assert.StartsWith(
            "PaymentType: expected",
            Assert.Throws<InvalidInputException>(() => JsonInput.ReadCustomerCheckout(Bytes(Checkout(value)))).Message,
            StringComparison.Ordinal);

    [Theory]
    [InlineData("\"\"")]
    [InlineData("[]")]
    public void A_checkout_has_a_tid(string tid) =>
        Assert.StartsWith(
            "instanceId: expected",
            Assert.Throws<InvalidInputException>(() => JsonInput.ReadCustomerCheckout(Bytes(
                $$"""{"customerId":1,"paymentType":"BOLETO","instanceId":{{tid}}}"""))).Message,
            StringComparison.Ordinal);

    [Fact]
    public void A_tid_may_be_a_number() =>
        Assert.Equal("7", JsonInput.ReadCustomerCheckout(Bytes("""{"customerId":1,"paymentType":"BOLETO","instanceId":7}""")).InstanceId);

    [Fact]
    public void A_replacement_names_its_version()
    {
        const string product = """{"seller_id":1,"product_id":2,"price":0}""";
        Assert.Equal("0", JsonInput.ReadProduct(Bytes(product)).Version);
        Assert.StartsWith(
            "version: missing",
            Assert.Throws<InvalidInputException>(() => JsonInput.ReadReplacement(Bytes(product))).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Stock_is_never_reserved_beyond_what_is_there() =>
        Assert.StartsWith(
            "qty_reserved",
            Assert.Throws<InvalidInputException>(() => JsonInput.ReadStockItem(Bytes(
                """{"seller_id":1,"product_id":2,"qty_available":1,"qty_reserved":2}"""))).Message,
            StringComparison.Ordinal);

    private static string Checkout(string paymentType) =>
        $$"""{"customerId":1,"paymentType":{{paymentType}},"instanceId":"7"}""";

    private static string Refused(string body) =>
        Assert.Throws<InvalidInputException>(() => JsonInput.ReadCartItem(Bytes(body))).Message;

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);
}

using System.Numerics;
using FsCheck;
using FsCheck.Fluent;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Replication;
using Xunit;

namespace Marketplace.Grains.Tests.Order;

/// <summary>
/// What a cart takes and checks out is exact, to the last digit; what is not, it refuses. Against arithmetic with as many digits as it takes.
/// </summary>
public sealed class ExactMoneyTests
{
    private const int Scale = 40;

    private static readonly decimal[] Prices =
    [
        0m, 0.01m, 12.709999m, 87.15m, 0.30000000000000004m, 0.00000000000000001m, 99_999.99m, 123_456_789.123456789m, 1_000_000_000_000m,
        999_999_999_999_999_999.9999999999m, Amounts.Max,
    ];

    private static readonly int[] Quantities = [1, 2, 7, 10, 1_000, 99_999, 1_000_000];

    [Fact]
    public void No_product_and_no_sum_of_an_order_is_rounded()
    {
        var (orders, refusals) = (0, 0);
        Check.One(
            Config.QuickThrowOnFailure.WithMaxTest(4_000).WithReplay(1, 1),
            Prop.ForAll(ArbMap.Default.ArbFor<int>(), seed =>
            {
                var random = new Random(seed);
                if (Begin(random) is { } items)
                {
                    orders++;
                    Holds(items.Where(_ => random.Next(4) > 0).ToArray());
                }
                else
                {
                    refusals++;
                }
            }));
        Assert.True(orders > 500 && refusals > 500, $"{orders} orders, {refusals} refusals");
    }

    [Fact]
    public void Ten_lines_of_ten_pieces_at_the_largest_price_are_an_order()
    {
        var cart = new CartState();
        for (var product = 1; product <= 10; product++)
            Assert.Null(cart.Add(Samples.Line(1, product, quantity: 10, price: Amounts.Max), itemsMax: 10, AfterFailure.KeepSession));

        var order = Invoicing.Invoice(Samples.Confirmed(7, [.. cart.Begin(7)!.Items]), 1, Samples.Noon);
        Assert.Equal(100m * Amounts.Max, order.Order.TotalItems);
        Assert.Equal((100m * Amounts.Max) + 25m, order.Order.TotalInvoice);
    }

    [Fact]
    public void An_item_that_does_not_fit_is_refused_and_changes_nothing()
    {
        var cart = new CartState();
        Assert.Equal("amounts-too-large", cart.Add(Line(Amounts.Max, 0.00000000000000001m, 1), 10, AfterFailure.KeepSession)?.Type);
        Assert.True(cart.IsEmpty);
        Assert.Null(cart.Add(Line(Amounts.Max, 0m, 1_000_000), 10, AfterFailure.KeepSession));
        Assert.Equal("amounts-too-large", cart.Replace(Line(1m, 0.00000000000000001m, 1) with { FreightValue = Amounts.Max })?.Type);
        Assert.Equal(1_000_000, Assert.Single(cart.Items).Quantity);
    }

    [Fact]
    public void A_checkout_that_does_not_fit_at_the_prices_that_count_is_no_attempt()
    {
        var cart = new CartState();
        Assert.Null(cart.Add(Line(0.00000000000000001m, 0m, 1_000), 10, AfterFailure.KeepSession));
        cart.Learn(1, 1, new ProductReplica("0", Amounts.Max), inOrder: false);
        Assert.Null(cart.Begin(7));
        Assert.Equal(0, cart.Attempts);
        cart.Learn(1, 1, new ProductReplica("0", 1m), inOrder: false);
        Assert.Equal(1, cart.Begin(7)!.Reservation.Attempt);
    }

    // A cart of some adds, and what became of the prices meanwhile; null if it was refused.
    private static CartItem[]? Begin(Random random)
    {
        var cart = new CartState();
        var isHuge = random.Next(2) == 0;
        for (var i = random.Next(1, 8); i > 0; i--)
        {
            var quantity = Quantities[random.Next(isHuge ? Quantities.Length : 4)];
            var line = new CartItem(1, random.Next(1, 4), "", Price(), Price(), quantity, random.Next(2) == 0 ? 0 : Price(), "0");
            if (cart.Add(line, 10, AfterFailure.KeepSession) is { } refusal)
            {
                Assert.Contains(refusal.Type, new[] { "amounts-too-large", "quantity-too-large" });
                return null;
            }

            cart.Learn(1, line.ProductId, new ProductReplica("0", random.Next(2) == 0 ? line.UnitPrice : Price()), inOrder: false);
        }

        var shown = cart.Items;
        var items = cart.Begin(7)?.Items.ToArray();
        foreach (var (item, before) in (items ?? []).Zip(shown))
        {
            var rise = BigInteger.Max(0, Exact(item.UnitPrice) - Exact(before.UnitPrice));
            Assert.Equal(Exact(before.Voucher) + (rise * item.Quantity), Exact(item.Voucher));
        }

        return items;

        decimal Price() => Prices[random.Next(isHuge ? Prices.Length : Prices.Length - 4)];
    }

    private static void Holds(CartItem[] lines)
    {
        var confirmed = Samples.Confirmed(7, lines);
        var order = Invoicing.Invoice(confirmed, 1, Samples.Noon);
        BigInteger items = 0, incentives = 0, freights = 0;
        foreach (var (line, item) in lines.Zip(order.Items))
        {
            var total = Exact(line.UnitPrice) * line.Quantity;
            var incentive = BigInteger.Min(total, Exact(line.Voucher));
            Assert.Equal((total, incentive, total - incentive), (Exact(item.TotalItems), Exact(item.Voucher), Exact(item.TotalAmount)));
            (items, incentives, freights) = (items + total, incentives + incentive, freights + Exact(line.FreightValue));
        }

        Assert.Equal(
            (items, incentives, freights, items - incentives, items - incentives + freights),
            (Exact(order.Order.TotalItems), Exact(order.Order.TotalIncentive), Exact(order.Order.TotalFreight), Exact(order.Order.TotalAmount),
                Exact(order.Order.TotalInvoice)));
        var payment = PaymentLines.Of(
            new InvoiceIssued("t", confirmed.Reservation, confirmed.Checkout, 1, "", Samples.Noon, order.Order.TotalInvoice, order.Items),
            PaymentStatus.Succeeded);
        Assert.Equal(items + freights, payment.Lines.Aggregate(BigInteger.Zero, (sum, line) => sum + Exact(line.Value)));
    }

    private static CartItem Line(decimal price, decimal voucher, int quantity) => new(1, 1, "", price, 0, quantity, voucher, "0");

    private static BigInteger Exact(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var mantissa = ((BigInteger)(uint)bits[2] << 64) | ((BigInteger)(uint)bits[1] << 32) | (uint)bits[0];
        return mantissa * BigInteger.Pow(10, Scale - value.Scale);
    }
}

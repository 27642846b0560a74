using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Replication;
using Xunit;

namespace Marketplace.Grains.Tests.Cart;

public sealed class CartStateTests
{
    private readonly CartState _cart = new();

    [Fact]
    public void The_first_add_starts_a_session()
    {
        Assert.Null(Add(2, 1));
        Assert.Null(Add(1, 9));
        Assert.Equal((1, true), (_cart.Session, _cart.SessionOpen));
        Assert.Equal([1, 2], _cart.Items.Select(item => item.SellerId));
    }

    [Fact]
    public void A_second_add_of_a_product_adds_quantity_and_voucher_and_shows_the_latest_price()
    {
        Add(1, 1, quantity: 2, price: 10m, voucher: 1m);
        Add(1, 1, quantity: 3, price: 12.5m, voucher: 0.5m);
        var line = Assert.Single(_cart.Items);
        Assert.Equal((5, 1.5m, 12.5m), (line.Quantity, line.Voucher, line.UnitPrice));
    }

    [Fact]
    public void Another_version_of_a_product_in_the_cart_is_refused()
    {
        Add(1, 1);
        Assert.Equal("other-version-in-cart", Add(1, 1, version: "5")?.Type);
    }

    [Fact]
    public void Lines_and_quantities_are_bounded()
    {
        Assert.Equal("cart-full", Fill(3)?.Type);
        Add(1, 1, quantity: CartState.QuantityMax - 1);
        Assert.Equal("quantity-too-large", Add(1, 1, quantity: 1)?.Type);

        Refusal? Fill(int count)
        {
            Refusal? refusal = null;
            for (var product = 1; product <= count; product++)
                refusal = _cart.Add(Samples.Line(1, product), itemsMax: 2, AfterFailure.KeepSession);

            return refusal;
        }
    }

    [Fact]
    public void An_empty_cart_is_not_checked_out() => Assert.Equal("empty-cart", _cart.AnswerTo("t")?.Refusal?.Type);

    [Fact]
    public void A_committed_checkout_seals_the_session_and_answers_repeats()
    {
        Add(1, 1);
        Assert.Null(_cart.AnswerTo("t"));
        var answer = End("t", CheckoutOutcome.Committed);
        Assert.Empty(_cart.Items);
        Assert.Same(answer, _cart.AnswerTo("t")?.Value);
        Assert.Equal("session-already-checked-out", _cart.AnswerTo("u")?.Refusal?.Type);

        Add(1, 1);
        Assert.Equal(2, _cart.Session);
        Assert.Null(_cart.AnswerTo("t"));
    }

    [Theory]
    [InlineData(CheckoutOutcome.Rejected)]
    [InlineData(CheckoutOutcome.PaymentFailed)]
    public void After_a_failure_the_cart_keeps_its_items_for_another_attempt(CheckoutOutcome outcome)
    {
        Add(1, 1);
        var answer = End("t", outcome);
        Assert.Single(_cart.Items);
        Assert.Same(answer, _cart.AnswerTo("t")?.Value);
        Assert.Null(_cart.AnswerTo("u"));
        Assert.Equal(new ReservationId(7, 1, 2), _cart.Begin(7)!.Reservation);
    }

    [Fact]
    public void An_add_after_a_failure_starts_a_new_session_where_clients_forget_to_seal()
    {
        Add(1, 1);
        End("t", CheckoutOutcome.PaymentFailed);
        _cart.Add(Samples.Line(2, 2), 10, AfterFailure.StartNewSession);
        Assert.Equal(2, _cart.Session);
        Assert.Equal(2, Assert.Single(_cart.Items).SellerId);
    }

    [Fact]
    public void A_price_that_rose_comes_back_as_a_voucher_and_one_that_fell_is_the_customers_gain()
    {
        Add(1, 1, quantity: 3, price: 10m, voucher: 1m);
        Add(1, 2, quantity: 3, price: 10m);
        Learn(1, 1, "0", 12m);
        Learn(1, 2, "0", 8m);
        var attempt = _cart.Begin(7)!;
        Assert.Equal([(12m, 7m), (8m, 0m)], attempt.Items.Select(item => (item.UnitPrice, item.Voucher)));
        Assert.Equal([10m, 10m], _cart.Items.Select(item => item.UnitPrice));
    }

    [Fact]
    public void A_product_whose_version_is_gone_is_left_out()
    {
        Add(1, 1);
        Add(1, 2);
        Learn(1, 2, "d", 9m);
        var attempt = _cart.Begin(7)!;
        Assert.Equal(1, Assert.Single(attempt.Items).ProductId);
        Assert.Equal(2, Assert.Single(attempt.Gone).ProductId);
    }

    [Fact]
    public void Updates_of_products_that_are_not_in_the_cart_leave_nothing_behind()
    {
        Add(1, 1);
        Learn(5, 5, "0", 12m);
        Assert.Empty(_cart.Replicas);
        Learn(1, 1, "0", 12m);
        _cart.EndSession();
        Assert.Empty(_cart.Replicas);
    }

    [Fact]
    public void An_older_update_is_left_out_only_where_order_counts()
    {
        Add(1, 1);
        Assert.True(_cart.Learn(1, 1, new ProductReplica("0", 12m, 2), inOrder: true));
        Assert.False(_cart.Learn(1, 1, new ProductReplica("0", 11m, 1), inOrder: true));
        Assert.Equal(12m, Assert.Single(_cart.Begin(7)!.Items).UnitPrice);
        Assert.True(_cart.Learn(1, 1, new ProductReplica("0", 11m, 1), inOrder: false));
        Assert.Equal(11m, Assert.Single(_cart.Begin(7)!.Items).UnitPrice);
    }

    [Fact]
    public void A_checkout_that_read_a_prefix_reads_nothing_besides()
    {
        Add(1, 1);
        Add(1, 2);
        Learn(1, 1, "0", 12m, sequence: 1);
        var view = View(ViewRule.Prefix, 5, new KnownProduct(2, new ProductReplica("0", 8m, 1, 5)));
        Assert.Equal([10m, 8m], _cart.Begin(7, view)!.Items.Select(item => item.UnitPrice));
        var read = _cart.Observe("t", 7, view);
        Assert.Equal((1, 5), (read.Number, Assert.Single(read.Sellers).Sequence));
        Assert.Equal((2, 8m, 1, 5), Assert.Single(read.Products) is var p ? (p.Product, p.Price, p.Sequence, p.SellerSequence) : default);
    }

    [Theory]
    [InlineData(nameof(ViewRule.Latest), 11)]
    [InlineData(nameof(ViewRule.Newest), 12)]
    public void A_checkout_that_read_an_older_update_goes_back_only_where_order_does_not_count(string rule, int price)
    {
        Add(1, 1);
        Learn(1, 1, "0", 12m, sequence: 2);
        var view = View(Enum.Parse<ViewRule>(rule), 0, new KnownProduct(1, new ProductReplica("0", 11m, 1)));
        Assert.Equal(price, Assert.Single(_cart.Begin(7, view)!.Items).UnitPrice);
        Assert.Equal(price, Assert.Single(_cart.Observe("t", 7, view).Products).Price);
    }

    /// <summary>A cart that was activated again in the middle of a checkout hears of updates that were not read for it.</summary>
    [Theory]
    [InlineData(nameof(ViewRule.Prefix), 1, true)]
    [InlineData(nameof(ViewRule.Prefix), 2, false)]
    [InlineData(nameof(ViewRule.Newest), 1, false)]
    public void What_was_read_for_a_checkout_alone_counts_only_if_the_cart_has_heard_of_nothing_later(string rule, int sequence, bool isAhead)
    {
        Add(1, 1);
        Learn(1, 1, "0", 12m, sequence: 2);
        var view = View(Enum.Parse<ViewRule>(rule), sequence, new KnownProduct(1, new ProductReplica("0", 11m, sequence)));
        Assert.Equal(isAhead ? CartRefusals.Outread : null, _cart.ObstacleTo(1, isAlone: false, view));
        Assert.Null(_cart.ObstacleTo(1, isAlone: false, null));
        Assert.Equal(CartRefusals.Outread, _cart.ObstacleTo(1, isAlone: false, View(ViewRule.Prefix, 0)));
    }

    /// <summary>Its client gave up, and sealed the session; the checkout, which kept others out no more, was still being tried.</summary>
    [Fact]
    public void A_checkout_does_not_go_on_with_the_next_session()
    {
        Add(1, 1);
        Assert.Null(_cart.ObstacleTo(1, isAlone: false, null));
        _cart.EndSession();
        Add(1, 2);
        Assert.Equal(CartRefusals.Over, _cart.ObstacleTo(1, isAlone: false, null));
        Assert.Null(_cart.ObstacleTo(1, isAlone: true, null));
    }

    [Fact]
    public void What_is_known_of_a_product_goes_with_its_line()
    {
        Add(1, 1);
        Learn(1, 1, "0", 12m, sequence: 1);
        Assert.Null(_cart.Remove(1, 1));
        Assert.Empty(_cart.Replicas);

        // The customer was shown what has become of it meanwhile.
        Add(1, 1, version: "d1");
        Assert.Equal("d1", Assert.Single(_cart.Begin(7)!.Items).Version);
    }

    private static ReplicaView View(ViewRule rule, long sequence, params KnownProduct[] products) =>
        new(rule, [new SellerView(1, sequence, [.. products])]);

    private void Learn(int seller, int product, string version, decimal price, int sequence = 0) =>
        _cart.Learn(seller, product, new ProductReplica(version, price, sequence), inOrder: true);

    private Refusal? Add(int seller, int product, int quantity = 1, decimal price = 10m, decimal voucher = 0, string version = "0") =>
        _cart.Add(Samples.Line(seller, product, quantity, price, voucher, version), 10, AfterFailure.KeepSession);

    private CheckoutAnswer End(string tid, CheckoutOutcome outcome)
    {
        _cart.Begin(7);
        var answer = new CheckoutAnswer(tid, outcome, 0, "", 0, 0);
        _cart.End(answer);
        return answer;
    }
}

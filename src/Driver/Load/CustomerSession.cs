using System.Runtime.CompilerServices;
using Marketplace.Audit.History;
using Marketplace.Contracts.Entities;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load;

/// <summary>
/// A customer's session: takes an idle customer, adds items one by one, checks out, and seals what it gives up. One worker uses it, for
/// one session after the other.
/// </summary>
internal sealed class CustomerSession(MarketplaceTools tools)
{
    private const int SealAttempts = 5;
    private static readonly TimeSpan FirstSealPause = TimeSpan.FromMilliseconds(100);

    private readonly ItemRecord[] _items = new ItemRecord[RecordFormat.MostItems];
    private readonly int[] _products = new int[RecordFormat.MostItems];
    private int _count;
    private int _customer;
    private int _session;
    private long _started;

    private LoadContext Context => tools.Context;
    private CartSettings Cart => tools.Context.Scenario.Workload.Cart;

    /// <summary>Runs a session. If no customer is idle, because too many were put aside, it ends the load.</summary>
    /// <param name="arrival">Its planned arrival in an open loop; null in a closed one.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask Run(long? arrival)
    {
        if (!tools.Market.Customers.TryTake(out _customer, out _session))
        {
            Context.End($"no customer is idle, because the sessions of {tools.Market.Customers.Retired} could not be sealed");
            return;
        }

        var tid = Context.NextTid();
        ChooseItems();
        for (var i = 0; i < _count; i++)
        {
            var added = await Add(i);
            if (added.Outcome == OutcomeClass.Committed) continue;
            _count = i + 1;
            Record(tid, arrival, in added, added.Outcome, CheckoutStage.Adding, default);
            await Seal(SealReason.Failed, arrival);
            return;
        }

        if (tools.Random.NextDouble() >= Cart.CheckoutProbability)
        {
            await Seal(SealReason.Abandoned, arrival);
            return;
        }

        await Checkout(tid, arrival);
    }

    /// <summary>Fills a cart and leaves it so: it follows its products for the rest of the run, and the audit compares it with them.</summary>
    public async ValueTask Keep()
    {
        if (!tools.Market.Customers.TryTake(out _customer, out _session)) return;
        ChooseItems();
        tools.Market.Customers.Keep();
        for (var i = 0; i < _count; i++)
        {
            var added = await Add(i);
            if (added.Outcome != OutcomeClass.Committed) break;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Reply> Add(int index)
    {
        var tid = Context.NextTid();
        var added = await tools.Send(tools.Requests.AddItem(_customer, _products[index], in _items[index], tid), OperationKind.Checkout);
        if (index == 0) _started = added.Sent;
        tools.Recorder.Add(added.Sent, added.Completed);
        var head = added.Head(tid, arrival: null);
        tools.History.Add(in head, _customer, _session);
        return added;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Checkout(long tid, long? arrival)
    {
        var reply = await tools.Transact(tools.Requests.Checkout(_customer, tid), OperationKind.Checkout, tid);
        var reading = reply.Checkout();
        var outcome = reading.Outcome ?? reply.Outcome;
        Record(tid, arrival, in reply, outcome, CheckoutStage.Requested, in reading);
        if (outcome == OutcomeClass.Committed && reading.CountItems > 0 && reading.CountItems < _count)
            tools.Recorder.Partial(arrival ?? reply.Sent);
        if (outcome == OutcomeClass.Committed)
            tools.Market.Customers.Return(_customer);
        else
            await Seal(SealReason.Failed, arrival);
    }

    /// <summary>
    /// Seals the session, so that the customer's next one starts with an empty cart. A checkout whose answer was lost may still be in
    /// flight: the seal is repeated with growing pauses, and a customer whose cart can't be sealed is put aside.
    /// </summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Seal(SealReason reason, long? arrival)
    {
        var items = reason == SealReason.Abandoned ? _count : 0;
        var pause = FirstSealPause;
        for (var attempt = 1; ; attempt++)
        {
            var tid = Context.NextTid();
            var reply = await tools.Send(tools.Requests.Seal(_customer, tid), OperationKind.Seal);
            var outcome = reply.Outcome;
            if (outcome == OutcomeClass.Committed || attempt == SealAttempts)
            {
                var head = reply.Head(tid, arrival: null);
                tools.History.Seal(in head, reason, _customer, _session, _items.AsSpan(0, items));
                if (outcome == OutcomeClass.Committed) tools.Market.Customers.Return(_customer);
                else tools.Market.Customers.Retire();
                break;
            }

            await Task.Delay(pause, Context.Time);
            pause *= 2;
        }

        if (reason == SealReason.Abandoned) tools.Recorder.Abandon(arrival ?? _started);
    }

    private void Record(long tid, long? arrival, in Reply reply, OutcomeClass outcome, CheckoutStage stage, in CheckoutReading reading)
    {
        var head = (reply with { Outcome = outcome }).Head(tid, arrival);
        tools.Recorder.Transaction(OperationKind.Checkout, in head);
        var items = _items.AsSpan(0, _count);
        tools.History.Checkout(in head, stage, _customer, _session, _started, items, reading.OrderId, reading.TotalInvoice);
    }

    private void ChooseItems()
    {
        _count = tools.Random.Between(Cart.Items[0], Cart.Items[1]);
        for (var i = 0; i < _count; i++)
        {
            var product = NextProduct(i);
            var offer = tools.Market.Mirror.Current(product);
            var (seller, id) = tools.Market.Keys.Of(product);
            var quantity = tools.Random.Between(Cart.Quantity[0], Cart.Quantity[1]);
            _products[i] = product;
            _items[i] = new ItemRecord(
                seller,
                id,
                offer.Version,
                offer.Price,
                tools.Market.Data.Freight(product),
                Voucher(offer.Price * quantity),
                quantity);
        }
    }

    /// <summary>
    /// A product that is not in the cart yet. A strongly skewed distribution may offer the same few again and again: after some draws the
    /// next product in line is taken.
    /// </summary>
    private int NextProduct(int count)
    {
        const int draws = 100;
        var chosen = _products.AsSpan(0, count);
        var product = tools.Market.Picker.Product(tools.Random);
        for (var i = 1; i < draws && chosen.Contains(product); i++)
            product = tools.Market.Picker.Product(tools.Random);
        while (chosen.Contains(product))
            product = tools.Market.Picker.Next(product);
        return product;
    }

    private decimal Voucher(decimal line)
    {
        if (tools.Random.NextDouble() >= Cart.VoucherProbability) return 0;
        var voucher = Math.Round(line * (decimal)(tools.Random.NextDouble() * Cart.VoucherMax), 2, MidpointRounding.ToZero);
        return Math.Min(voucher, Amounts.Max);
    }
}

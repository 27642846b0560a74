using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;

namespace Marketplace.Grains.Cart;

/// <content>
/// The checkout: opens, reserves the stock of each item (E2), has the order confirmed for what was reserved (E3) or says that nothing was (E4),
/// and closes.
/// </content>
internal sealed partial class CartGrain
{
    private IOrderGrain? _order;
    private bool _customerKnown;

    private IOrderGrain Order => _order ??= GrainFactory.GetGrain<IOrderGrain>(CustomerId);

    public async Task<CheckoutOpening> Open(string tid)
    {
        // In no transaction: who waits here for another checkout must hold nothing that it may need.
        while (_gate.Enter(tid) is { } other)
        {
            if (other.Tid != tid)
                return CheckoutOpening.Say(CartRefusals.InFlight);

            // A repeat joins; if what it joined was aborted, it runs in its place.
            if (await other.Answer is { } joined)
                return CheckoutOpening.Say(joined);
        }

        return CheckoutOpening.Proceed;
    }

    public Task<CartProducts> Products(TransactionContext tx) => State.Read(tx, tx.Tid, static (s, tid) => s.Products(tid)).AsTask();

    public Task Close(string tid, CheckoutAnswer? answer)
    {
        _gate.Leave(tid, answer);
        return Task.CompletedTask;
    }

    public async Task<Answer<CheckoutAnswer>> Checkout(TransactionContext tx, CustomerCheckout checkout, ReplicaView? view)
    {
        _customerKnown = _customerKnown || await Customer.Exists(tx);
        if (!_customerKnown)
            return CartRefusals.UnknownCustomer;

        var now = Now;
        if (await State.Read(tx, (tx.Tid, now, Window), static (s, a) => s.AnswerTo(a.Tid, a.now, a.Window)) is { } known)
            return known;

        schedule.Touch(CustomerId, now);
        var (attempt, read) = await State.Update(tx, (CustomerId, tx.Tid, view, replicas.KeepsReads), static (s, a) =>
            s.Begin(a.CustomerId, a.view) is { } begun
                ? (begun, a.KeepsReads ? s.Observe(a.Tid, a.CustomerId, a.view) : null)
                : ((CartAttempt?)null, null));
        if (attempt is null)
            return CartRefusals.TooMuch;

        var (reserved, rejected) = await Reserve(tx, attempt, now);
        CheckoutAnswer answer;
        OutboxRow? failed = null;
        if (reserved.IsEmpty)
        {
            failed = new OutboxRow(tx.Tid) { Rejected = new ReserveStockFailed(tx.Tid, attempt.Reservation, now, rejected) };
            answer = new CheckoutAnswer(tx.Tid, CheckoutOutcome.Rejected, 0, "", 0, 0);
        }
        else
        {
            answer = await Order.OnStockConfirmed(tx, new StockConfirmed(tx.Tid, attempt.Reservation, now, checkout, reserved));
        }

        var leave = replicas.Leaving();
        await Events.Update(tx, (answer, now, failed), static (s, a, outbox) =>
        {
            s.Conclude(a.answer, a.now);
            return outbox.Post(a.failed);
        });
        if (answer.Outcome == CheckoutOutcome.Committed)
            await State.OnCommit(tx, leave);

        await replicas.Keep(tx, read);
        var record = new AttemptExport(tx.Tid, attempt.Reservation, answer.Outcome, answer.OrderId, now, attempt.Items);
        await State.OnCommit(tx, new ArchiveAction<AttemptExport>(archive, ArchiveStreams.Attempts, CustomerId, record, ArchiveOrigin.Transaction));
        await Events.Tell(tx, this, failed);
        return answer;
    }

    public async Task<CartItems> History(TransactionContext tx, string tid)
    {
        var attempt = await archive.Find(ArchiveStreams.Attempts, CustomerId).FirstOrDefaultAsync(attempt => attempt.Tid == tid);
        return new CartItems(attempt?.Items ?? []);
    }

    private Task Publish(TransactionContext tx, ReserveStockFailed failed) =>
        Events.Send(tx, failed.ToCustomer(), (Customer, failed), static (tx, a) => a.Customer.OnReserveStockFailed(tx, a.failed));

    // E2 to the stock of each item, in key order; the answers come together here (E3 or E4).
    private async Task<(ImmutableArray<CartItem> Reserved, ImmutableArray<ItemRejection> Rejected)> Reserve(
        TransactionContext tx,
        CartAttempt attempt,
        DateTime now)
    {
        var replies = new Task<ItemStatus>[attempt.Items.Length];
        for (var i = 0; i < replies.Length; i++)
        {
            var item = attempt.Items[i];
            replies[i] = GrainFactory.GetGrain<IStockGrain>(Keys.Pair(item.SellerId, item.ProductId))
                .Reserve(tx, new ReserveInventory(tx.Tid, attempt.Reservation, now, item.Version, item.Quantity));
        }

        var reserved = attempt.Items;
        var rejected = attempt.Gone;
        try
        {
            for (var i = replies.Length - 1; i >= 0; i--)
            {
                var status = await replies[i];
                if (status != ItemStatus.InStock)
                {
                    rejected = rejected.Add(new ItemRejection(reserved[i].SellerId, reserved[i].ProductId, status));
                    reserved = reserved.RemoveAt(i);
                }
            }
        }
        catch
        {
            // Nothing may be under way for a transaction that is about to be rolled back.
            await Task.WhenAny(Task.WhenAll(replies));
            throw;
        }

        return (reserved, rejected);
    }
}

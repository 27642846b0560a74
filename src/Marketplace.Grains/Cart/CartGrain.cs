using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Customer;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Grains.Cart;

/// <summary>The cart of one customer.</summary>
[Reentrant]
internal sealed class CartGrain(
    IGrainState<CartState> state,
    Events<CartState> events,
    CartOptions options,
    IReplicaFeed replicas,
    IReplicaJournal journal,
    IArchive archive,
    CartWatch watch,
    TimeProvider time,
    GrainLifetime lifetime) : EventProducer<CartState>(state, events, lifetime), ICartGrain
{
    private readonly CheckoutGate _gate = new(time, options.CheckoutLease);
    private IOrderGrain? _order;
    private ICustomerGrain? _customer;
    private bool _customerKnown;
    private bool _isWatched;
    private DateTime _touched;

    private int CustomerId => (int)this.GetPrimaryKeyLong();

    private TimeSpan Window => options.AbandonmentWindow;

    private DateTime Now => time.GetUtcNow().UtcDateTime;

    private IOrderGrain Order => _order ??= GrainFactory.GetGrain<IOrderGrain>(CustomerId);

    private ICustomerGrain Customer => _customer ??= GrainFactory.GetGrain<ICustomerGrain>(CustomerId);

    /// <inheritdoc/>
    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        await base.OnActivateAsync(cancellationToken);
        if (State.Inspect(s => s.Due(Window)) is { } due)
        {
            _isWatched = true;
            watch.Add(CustomerId, due);
        }

        await replicas.Resume(this, State.Inspect(static s => s.Items));
    }

    /// <inheritdoc/>
    public async Task<Refusal?> Add(TransactionContext tx, CartItem item, AfterFailure afterFailure)
    {
        if (_gate.IsTaken)
        {
            return CartRefusals.InFlight;
        }

        var now = Now;
        var (refusal, isKnown) = await State.Update(tx, (item, options, afterFailure, now), static (s, a) =>
            (s.IsOverdue(a.now, a.options.AbandonmentWindow)
                ? CartRefusals.Overdue
                : s.Touch(s.Add(a.item, a.options.ItemsMax, a.afterFailure), a.now),
            s.Knows(a.item.SellerId, a.item.ProductId)));
        if (refusal is null)
        {
            Watch(now);
            if (await replicas.Follow(this, item.SellerId, item.ProductId, isKnown) is { } current)
            {
                await Learn(tx, item.SellerId, item.ProductId, current, inOrder: true);
            }
        }

        return refusal;
    }

    /// <inheritdoc/>
    public async Task<Refusal?> Replace(TransactionContext tx, CartItem item)
    {
        var now = Now;
        Watch(now);
        return _gate.IsTaken
            ? CartRefusals.InFlight
            : await State.Update(tx, (item, Window, now), static (s, a) => s.IsOverdue(a.now, a.Window)
                ? CartRefusals.Overdue
                : s.Touch(s.Replace(a.item), a.now));
    }

    /// <inheritdoc/>
    public async Task<Refusal?> Remove(TransactionContext tx, int sellerId, int productId)
    {
        var now = Now;
        Watch(now);
        return _gate.IsTaken
            ? CartRefusals.InFlight
            : await State.Update(tx, (sellerId, productId, Window, now), static (s, a) => s.IsOverdue(a.now, a.Window)
                ? CartRefusals.Overdue
                : s.Touch(s.Remove(a.sellerId, a.productId), a.now));
    }

    /// <inheritdoc/>
    public async Task<CheckoutOpening> Open(string tid)
    {
        // In no transaction: who waits here for another checkout must hold nothing that it may need.
        while (_gate.Enter(tid) is { } other)
        {
            if (other.Tid != tid)
            {
                return CheckoutOpening.Say(CartRefusals.InFlight);
            }

            // A repeat joins; if what it joined was aborted, it runs in its place.
            if (await other.Answer is { } joined)
            {
                return CheckoutOpening.Say(joined);
            }
        }

        return CheckoutOpening.Proceed;
    }

    /// <inheritdoc/>
    public Task<CartProducts> Products(TransactionContext tx) => State.Read(tx, tx.Tid, static (s, tid) => s.Products(tid)).AsTask();

    /// <inheritdoc/>
    public Task Close(string tid, CheckoutAnswer? answer)
    {
        _gate.Leave(tid, answer);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public async Task<Answer<CheckoutAnswer>> Checkout(TransactionContext tx, CustomerCheckout checkout, ReplicaView? view)
    {
        _customerKnown = _customerKnown || await Customer.Exists(tx);
        if (!_customerKnown)
        {
            return CartRefusals.UnknownCustomer;
        }

        var now = Now;
        if (await State.Read(tx, (tx.Tid, now, Window), static (s, a) => s.AnswerTo(a.Tid, a.now, a.Window)) is { } known)
        {
            return known;
        }

        Watch(now);
        var (attempt, read) = await State.Update(tx, (CustomerId, tx.Tid, view, journal.KeepsReplicas), static (s, a) =>
            s.Begin(a.CustomerId, a.view) is { } begun
                ? (begun, a.KeepsReplicas ? s.Observe(a.Tid, a.CustomerId, a.view) : null)
                : ((CartAttempt?)null, null));
        if (attempt is null)
        {
            return CartRefusals.TooMuch;
        }

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

        var leave = new LeaveReplicas(replicas, replicas.Follows);
        await Events.Update(tx, (answer, now, failed), static (s, a, outbox) =>
        {
            s.Conclude(a.answer, a.now);
            return outbox.Post(a.failed);
        });
        if (answer.Outcome == CheckoutOutcome.Committed)
        {
            await State.OnCommit(tx, leave);
        }

        if (read is not null)
        {
            await State.OnCommit(tx, journal.Of(read));
        }

        var record = new AttemptExport(tx.Tid, attempt.Reservation, answer.Outcome, answer.OrderId, now, attempt.Items);
        await State.OnCommit(tx, new ArchiveAction<AttemptExport>(archive, ArchiveStreams.Attempts, CustomerId, record, ArchiveOrigin.Transaction));
        await Events.Tell(tx, this, failed);
        return answer;
    }

    /// <inheritdoc/>
    public async Task<Refusal?> Seal(TransactionContext tx)
    {
        if (_gate.IsTaken)
        {
            return CartRefusals.InFlight;
        }

        var leave = new LeaveReplicas(replicas, replicas.Follows);
        var abandoned = await Events.Update(tx, (CustomerId, tx.Tid, Now, Window), static (s, a, outbox) =>
            Posted(s.Seal(a.CustomerId, a.Tid, a.Now, a.Window), outbox));
        await Tell(tx, abandoned);
        await State.OnCommit(tx, leave);
        return null;
    }

    /// <inheritdoc/>
    public async Task<CartDue> Due(TransactionContext tx)
    {
        var due = await State.Read(tx, Window, static (s, window) => s.Due(window));

        // What an operation did may not be committed yet, and then is not seen here.
        if (due is null && Now <= _touched + Window)
        {
            due = _touched + Window;
        }

        _isWatched = due is not null;
        return new CartDue(due);
    }

    /// <inheritdoc/>
    public async Task<CartDue> Abandon(TransactionContext tx)
    {
        var now = Now;
        if (_gate.IsTaken)
        {
            // It came in time: what becomes of it decides.
            return new CartDue(now + options.AbandonmentPeriod);
        }

        var leave = new LeaveReplicas(replicas, replicas.Follows);
        var (abandoned, isOver) = await Events.Update(tx, (CustomerId, tx.Tid, now, Window), static (s, a, outbox) =>
            (Posted(s.Abandon(a.CustomerId, a.Tid, a.now, a.Window), outbox), !s.SessionOpen));
        await Tell(tx, abandoned);
        if (isOver && abandoned.Length > 0)
        {
            await State.OnCommit(tx, leave);
        }

        // Whether something else is pending is seen at the next look.
        _isWatched = true;
        return new CartDue(now + options.AbandonmentPeriod);
    }

    /// <summary>E0 or E1: an update of a product arrives over its stream.</summary>
    /// <param name="tx">The transaction.</param>
    /// <param name="update">The update.</param>
    /// <param name="rule">What becomes of it.</param>
    /// <returns>When it is done.</returns>
    public Task Learn(TransactionContext tx, ReplicaUpdate update, StreamFeedOptions rule) => rule.IsForShow && _gate.IsTaken
        ? Task.CompletedTask
        : Learn(tx, update.SellerId, update.ProductId, update.Replica, rule.InOrder);

    /// <inheritdoc/>
    public async Task<CartItems> History(TransactionContext tx, string tid)
    {
        var attempt = await archive.Find(ArchiveStreams.Attempts, CustomerId).FirstOrDefaultAsync(attempt => attempt.Tid == tid);
        return new CartItems(attempt?.Items ?? []);
    }

    /// <inheritdoc/>
    public Task<CartExport> Export(TransactionContext tx) =>
        State.Read(tx, (CustomerId, _gate.IsTaken, Window), static (s, a) => new CartExport(
            a.CustomerId,
            s.Session,
            a.IsTaken ? CartStatus.CheckoutSent : CartStatus.Open,
            a.IsTaken,
            s.Items,
            s.ExportReplicas(),
            s.Due(a.Window))).AsTask();

    /// <inheritdoc/>
    public override async Task Reset(TransactionContext tx)
    {
        await replicas.Leave(replicas.Follows);
        await base.Reset(tx);
    }

    /// <inheritdoc/>
    public override async Task Clear(TransactionContext tx)
    {
        _customerKnown = false;
        await replicas.Leave(replicas.Follows);
        await base.Clear(tx);
    }

    /// <inheritdoc/>
    internal override Task Publish(TransactionContext tx, OutboxRow row) =>
        row.Rejected is { } rejected ? Publish(tx, rejected) : Publish(tx, row.Abandoned!);

    private static ImmutableArray<OutboxRow> Posted(ImmutableArray<CartAbandoned> abandoned, OutboxWriter outbox) =>
        ImmutableArray.CreateRange(abandoned, static (cart, outbox) => outbox.Post(new OutboxRow(cart.Tid) { Abandoned = cart })!, outbox);

    private Task Publish(TransactionContext tx, ReserveStockFailed failed) =>
        Events.Send(tx, failed.ToCustomer(), (Customer, failed), static (tx, a) => a.Customer.OnReserveStockFailed(tx, a.failed));

    private Task Publish(TransactionContext tx, CartAbandoned abandoned) =>
        Events.Send(tx, abandoned.ToCustomer(), (Customer, abandoned), static (tx, a) => a.Customer.OnCartAbandoned(tx, a.abandoned));

    private async Task Tell(TransactionContext tx, ImmutableArray<OutboxRow> abandoned)
    {
        foreach (var told in abandoned)
        {
            await Events.Tell(tx, this, told);
            await State.OnCommit(tx, new ArchiveAction<CartAbandoned>(
                archive, ArchiveStreams.Abandonments, CustomerId, told.Abandoned!, ArchiveOrigin.Transaction));
        }
    }

    private void Watch(DateTime now)
    {
        _touched = now;
        if (!_isWatched)
        {
            _isWatched = true;
            watch.Add(CustomerId, now + Window);
        }
    }

    private async Task Learn(TransactionContext tx, int sellerId, int productId, ProductReplica replica, bool inOrder)
    {
        var number = await State.Update(tx, (sellerId, productId, replica, inOrder, journal.KeepsReplicas), static (s, a) =>
            s.Learn(a.sellerId, a.productId, a.replica, a.inOrder) && a.KeepsReplicas ? ++s.Observations : 0);
        if (number > 0)
        {
            await State.OnCommit(tx, journal.Of(new ReplicaApplyExport(
                CustomerId, number, sellerId, productId, replica.Version, replica.Price, replica.Sequence, replica.SellerSequence, journal.Now)));
        }
    }

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

using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Customer;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Marketplace.Protocols.Storage;
using Orleans.Concurrency;

namespace Marketplace.Grains.Cart;

/// <summary>The cart of one customer.</summary>
[Reentrant]
internal sealed class CartGrain(
    IGrainState<CartState> state,
    Events<CartState> events,
    CartOptions options,
    CartReplicas replicas,
    CartSchedule schedule,
    IArchive archive,
    TimeProvider time,
    IWriterLease lease,
    GrainLifetime lifetime) : EventProducer<CartState>(state, events, lifetime), ICartGrain
{
    private readonly CheckoutGate _gate = new(time, options.CheckoutLease);
    private ICustomerGrain? _customer;
    private IOrderGrain? _order;
    private bool _customerKnown;

    public int CustomerId => (int)this.GetPrimaryKeyLong();
    private TimeSpan Window => options.AbandonmentWindow;
    private DateTime Now => time.GetUtcNow().UtcDateTime;
    private ICustomerGrain Customer => _customer ??= GrainFactory.GetGrain<ICustomerGrain>(CustomerId);
    private IOrderGrain Order => _order ??= GrainFactory.GetGrain<IOrderGrain>(CustomerId);

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        await base.OnActivateAsync(cancellationToken);
        schedule.Resume(CustomerId);
        await replicas.Resume(this);
    }

    public async Task<Refusal?> Add(TransactionContext tx, CartItem item, AfterFailure afterFailure)
    {
        if (await IsInFlight())
            return CartRefusals.InFlight;

        var now = Now;
        var (refusal, isKnown) = await State.Update(tx, (item, options, afterFailure, now), static (s, a) =>
            (s.IsOverdue(a.now, a.options.AbandonmentWindow)
                ? CartRefusals.Overdue
                : s.Touch(s.Add(a.item, a.options.ItemsMax, a.afterFailure), a.now),
            s.Knows(a.item.SellerId, a.item.ProductId)));
        if (refusal is null)
        {
            schedule.Touch(CustomerId, now);
            await replicas.Follow(tx, this, item, isKnown);
        }

        return refusal;
    }

    public Task<Refusal?> Replace(TransactionContext tx, CartItem item) => Change(tx, item, static (s, item) => s.Replace(item));

    public Task<Refusal?> Remove(TransactionContext tx, int sellerId, int productId) =>
        Change(tx, (sellerId, productId), static (s, line) => s.Remove(line.sellerId, line.productId));

    // In no transaction: who waits here for another checkout must hold nothing that it may need.
    public async Task<CheckoutOpening> Open(string tid)
    {
        var opening = await _gate.Open(tid);
        if (!opening.MayProceed)
            await lease.Confirm();

        return opening with { Session = State.Inspect(static s => s.Session) };
    }

    public Task<CartProducts> Products(TransactionContext tx) => State.Read(tx, tx.Tid, static (s, tid) => s.Products(tid)).AsTask();

    public async Task<Answer<CheckoutAnswer>> Checkout(TransactionContext tx, CustomerCheckout checkout, int session, ReplicaView? view)
    {
        _customerKnown = _customerKnown || await Customer.Exists(tx);
        if (!_customerKnown)
            return CartRefusals.UnknownCustomer;

        var now = Now;

        // What keeps others out goes with the activation, or after a time.
        var isAlone = _gate.IsHeldBy(tx.Tid);
        var (known, obstacle) = await State.Read(tx, (tx.Tid, now, Window, session, isAlone, view), static (s, a) =>
            (s.AnswerTo(a.Tid, a.now, a.Window), s.ObstacleTo(a.session, a.isAlone, a.view)));
        if (known is not null || obstacle is not null)
            return known ?? obstacle!;

        schedule.Touch(CustomerId, now);
        var (attempt, read) = await State.Update(tx, (CustomerId, tx.Tid, view, replicas.KeepsReads), static (s, a) =>
            s.Begin(a.CustomerId, a.view) is { } begun
                ? (begun, a.KeepsReads ? s.Observe(a.Tid, a.CustomerId, a.view) : null)
                : ((CartAttempt?)null, null));
        if (attempt is null)
            return CartRefusals.TooMuch;

        var (reserved, rejected) = await StockReservation.Ask(GrainFactory, tx, attempt, now);
        var failed = reserved.IsEmpty ? new OutboxRow(tx.Tid) { Rejected = new(tx.Tid, attempt.Reservation, now, rejected) } : null;
        var answer = reserved.IsEmpty
            ? new CheckoutAnswer(tx.Tid, CheckoutOutcome.Rejected, 0, "", 0, 0)
            : await Order.OnStockConfirmed(tx, new StockConfirmed(tx.Tid, attempt.Reservation, now, checkout, reserved));
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
        await State.Archive(tx, archive, CartService.Attempts, CustomerId, record);
        await Events.Tell(tx, this, failed);
        return answer;
    }

    public async Task<CartItems> History(TransactionContext tx, string tid) =>
        new((await archive.Find(CartService.Attempts, CustomerId).FirstOrDefaultAsync(attempt => attempt.Tid == tid))?.Items ?? []);

    public Task Close(string tid, CheckoutAnswer? answer)
    {
        _gate.End(tid, answer);
        return Task.CompletedTask;
    }

    public async Task<Refusal?> Seal(TransactionContext tx)
    {
        if (await IsInFlight())
            return CartRefusals.InFlight;

        var leave = replicas.Leaving();
        var abandoned = await Events.Update(tx, (CustomerId, tx.Tid, Now, Window), static (s, a, outbox) =>
            Posted(s.Seal(a.CustomerId, a.Tid, a.Now, a.Window), outbox));
        await Tell(tx, abandoned);
        await State.OnCommit(tx, leave);
        return null;
    }

    public Task<CartDue> Due(TransactionContext tx) => schedule.Due(tx);

    public async Task<CartDue> Abandon(TransactionContext tx)
    {
        var now = Now;
        // A checkout that runs came in time: its outcome decides.
        if (_gate.IsTaken)
            return schedule.Later(now);

        var leave = replicas.Leaving();
        var (abandoned, isOver) = await Events.Update(tx, (CustomerId, tx.Tid, now, Window), static (s, a, outbox) =>
            (Posted(s.Abandon(a.CustomerId, a.Tid, a.now, a.Window), outbox), !s.SessionOpen));
        await Tell(tx, abandoned);
        if (isOver && abandoned.Length > 0)
            await State.OnCommit(tx, leave);

        // Whether something else is pending is seen at the next look.
        return schedule.Later(now);
    }

    public Task<bool> Hear(ReplicaUpdate update, string relay) => replicas.Hear(this, update, relay);

    /// <summary>Applies an update that it has heard of.</summary>
    public Task Learn(TransactionContext tx, ReplicaUpdate update, StreamFeedOptions rule) => rule.IsForShow && _gate.IsTaken
        ? Task.CompletedTask
        : replicas.Learn(tx, CustomerId, update.SellerId, update.ProductId, update.Replica, rule.InOrder, rule.IsForShow);

    /// <summary>Takes over what the activation before has followed.</summary>
    public IReplicaFeed TakeUp(IReplicaFeed before) => replicas.TakeUp(before);

    public Task<FollowedProducts> Settle(TimeSpan patience) => replicas.Settle(this, patience);

    public Task<CartExport> Export(TransactionContext tx) =>
        State.Read(tx, (CustomerId, _gate.IsTaken, Window), static (s, a) => s.Export(a.CustomerId, a.IsTaken, a.Window)).AsTask();

    internal override Task Publish(TransactionContext tx, OutboxRow row) => row.Rejected is { } rejected
        ? Events.Send(tx, rejected.ToCustomer(), Customer, rejected, static (tx, customer, e) => customer.OnReserveStockFailed(tx, e))
        : Events.Send(tx, row.Abandoned!.ToCustomer(), Customer, row.Abandoned!, static (tx, customer, e) => customer.OnCartAbandoned(tx, e));

    protected override Task Forget()
    {
        _customerKnown = false;
        return replicas.Leave();
    }

    // The gate is no state: that it is taken nobody but the lease could contradict.
    private async ValueTask<bool> IsInFlight()
    {
        if (!_gate.IsTaken)
            return false;

        await lease.Confirm();
        return true;
    }

    private async Task<Refusal?> Change<TLine>(TransactionContext tx, TLine line, Func<CartState, TLine, Refusal?> rule)
    {
        var now = Now;
        schedule.Touch(CustomerId, now);
        return await IsInFlight()
            ? CartRefusals.InFlight
            : await State.Update(tx, (line, rule, Window, now), static (s, a) => s.IsOverdue(a.now, a.Window)
                ? CartRefusals.Overdue
                : s.Touch(a.rule(s, a.line), a.now));
    }

    private static ImmutableArray<OutboxRow> Posted(ImmutableArray<CartAbandoned> abandoned, OutboxWriter outbox) =>
        ImmutableArray.CreateRange(abandoned, static (cart, outbox) => outbox.Post(new OutboxRow(cart.Tid) { Abandoned = cart })!, outbox);

    private async Task Tell(TransactionContext tx, ImmutableArray<OutboxRow> abandoned)
    {
        foreach (var told in abandoned)
        {
            await Events.Tell(tx, this, told);
            await State.Archive(tx, archive, CartService.Abandonments, CustomerId, told.Abandoned!);
        }
    }
}

using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Customer;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Grains.Cart;

/// <summary>The cart of one customer.</summary>
[Reentrant]
internal sealed partial class CartGrain(
    IGrainState<CartState> state,
    Events<CartState> events,
    CartOptions options,
    CartReplicas replicas,
    CartSchedule schedule,
    IArchive archive,
    TimeProvider time,
    GrainLifetime lifetime) : EventProducer<CartState>(state, events, lifetime), ICartGrain
{
    private readonly CheckoutGate _gate = new(time, options.CheckoutLease);
    private ICustomerGrain? _customer;

    /// <summary>Whose cart it is.</summary>
    public int CustomerId => (int)this.GetPrimaryKeyLong();

    private TimeSpan Window => options.AbandonmentWindow;
    private DateTime Now => time.GetUtcNow().UtcDateTime;
    private ICustomerGrain Customer => _customer ??= GrainFactory.GetGrain<ICustomerGrain>(CustomerId);

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        await base.OnActivateAsync(cancellationToken);
        schedule.Resume(CustomerId);
        await replicas.Resume(this);
    }

    public async Task<Refusal?> Add(TransactionContext tx, CartItem item, AfterFailure afterFailure)
    {
        if (_gate.IsTaken)
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

    public async Task<Refusal?> Replace(TransactionContext tx, CartItem item)
    {
        var now = Now;
        schedule.Touch(CustomerId, now);
        return _gate.IsTaken
            ? CartRefusals.InFlight
            : await State.Update(tx, (item, Window, now), static (s, a) => s.IsOverdue(a.now, a.Window)
                ? CartRefusals.Overdue
                : s.Touch(s.Replace(a.item), a.now));
    }

    public async Task<Refusal?> Remove(TransactionContext tx, int sellerId, int productId)
    {
        var now = Now;
        schedule.Touch(CustomerId, now);
        return _gate.IsTaken
            ? CartRefusals.InFlight
            : await State.Update(tx, (sellerId, productId, Window, now), static (s, a) => s.IsOverdue(a.now, a.Window)
                ? CartRefusals.Overdue
                : s.Touch(s.Remove(a.sellerId, a.productId), a.now));
    }

    public async Task<Refusal?> Seal(TransactionContext tx)
    {
        if (_gate.IsTaken)
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
        if (_gate.IsTaken)
        {
            // It came in time: what becomes of it decides.
            return schedule.Later(now);
        }

        var leave = replicas.Leaving();
        var (abandoned, isOver) = await Events.Update(tx, (CustomerId, tx.Tid, now, Window), static (s, a, outbox) =>
            (Posted(s.Abandon(a.CustomerId, a.Tid, a.now, a.Window), outbox), !s.SessionOpen));
        await Tell(tx, abandoned);
        if (isOver && abandoned.Length > 0)
            await State.OnCommit(tx, leave);

        // Whether something else is pending is seen at the next look.
        return schedule.Later(now);
    }

    /// <summary>E0 or E1: an update of a product arrives over its stream.</summary>
    public Task Learn(TransactionContext tx, ReplicaUpdate update, StreamFeedOptions rule) => rule.IsForShow && _gate.IsTaken
        ? Task.CompletedTask
        : replicas.Learn(tx, CustomerId, update.SellerId, update.ProductId, update.Replica, rule.InOrder);

    public Task<CartExport> Export(TransactionContext tx) =>
        State.Read(tx, (CustomerId, _gate.IsTaken, Window), static (s, a) => new CartExport(
            a.CustomerId,
            s.Session,
            a.IsTaken ? CartStatus.CheckoutSent : CartStatus.Open,
            a.IsTaken,
            s.Items,
            s.ExportReplicas(),
            s.Due(a.Window))).AsTask();

    public override async Task Reset(TransactionContext tx)
    {
        await replicas.Leave();
        await base.Reset(tx);
    }

    public override async Task Clear(TransactionContext tx)
    {
        _customerKnown = false;
        await replicas.Leave();
        await base.Clear(tx);
    }

    internal override Task Publish(TransactionContext tx, OutboxRow row) =>
        row.Rejected is { } rejected ? Publish(tx, rejected) : Publish(tx, row.Abandoned!);

    private static ImmutableArray<OutboxRow> Posted(ImmutableArray<CartAbandoned> abandoned, OutboxWriter outbox) =>
        ImmutableArray.CreateRange(abandoned, static (cart, outbox) => outbox.Post(new OutboxRow(cart.Tid) { Abandoned = cart })!, outbox);

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
}

using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Cart;

/// <summary>
/// The cart of one customer. A session starts with the first add and ends with a committed checkout or a seal; each checkout of it is
/// an attempt (contract §2, sessions and repeats).
/// </summary>
[GenerateSerializer]
internal sealed partial class CartState : IEventState
{
    /// <summary>Pieces of one line at most, so that no sum can overflow.</summary>
    public const int QuantityMax = 1_000_000;

    /// <summary>Number of the current or last session.</summary>
    [Id(0), JsonInclude]
    public int Session { get; internal set; }

    /// <summary>Whether that session is under way.</summary>
    [Id(1), JsonInclude]
    public bool SessionOpen { get; internal set; }

    /// <summary>Attempts made in that session.</summary>
    [Id(2), JsonInclude]
    public int Attempts { get; internal set; }

    /// <summary>Items of that session as shown to the customer, by seller and product.</summary>
    [Id(3), JsonInclude]
    public ImmutableArray<CartItem> Items { get; internal set; } = [];

    /// <summary>The answer to the last attempt while nothing was added since: repeats get it again.</summary>
    [Id(4), JsonInclude]
    public CheckoutAnswer? LastAnswer { get; internal set; }

    /// <summary>What was replicated of the products in the cart, by <see cref="Keys.Pair"/>.</summary>
    [Id(5), JsonInclude]
    public ImmutableDictionary<long, ProductReplica> Replicas { get; internal set; } = ImmutableDictionary<long, ProductReplica>.Empty;

    [Id(8)]
    public DeliveryState? Book { get; set; }

    [JsonIgnore]
    public bool IsEmpty => Session == 0;

    public void Reset()
    {
        EndSession();
        (Session, Attempts, LastAnswer) = (0, 0, null);
        (LastOperation, Failed, Book, Observations) = (default, null, null, 0);
    }

    /// <param name="itemsMax">Lines that a cart may have.</param>
    /// <param name="afterFailure">What an add after a failed checkout means.</param>
    /// <returns>Null, or why not.</returns>
    public Refusal? Add(CartItem item, int itemsMax, AfterFailure afterFailure)
    {
        if (SessionOpen && LastAnswer is not null && afterFailure == AfterFailure.StartNewSession)
            EndSession();

        var index = Find(item.SellerId, item.ProductId);
        if (index >= 0)
        {
            var line = Items[index];
            if (line.Version != item.Version)
                return CartRefusals.OtherVersion;

            if (item.Quantity > QuantityMax - line.Quantity)
                return CartRefusals.TooMany;

            if (!Amounts.TryAdd(line.Voucher, item.Voucher, out var voucher))
                return CartRefusals.TooMuch;

            item = item with { Quantity = line.Quantity + item.Quantity, Voucher = voucher };
        }
        else if (Items.Length >= itemsMax)
        {
            return CartRefusals.Full(itemsMax);
        }

        var items = index >= 0 ? Items.SetItem(index, item) : Items.Insert(~index, item);
        if (!Invoicing.IsExact(items))
            return CartRefusals.TooMuch;

        if (!SessionOpen)
            (Session, SessionOpen, Attempts) = (Session + 1, true, 0);

        (Items, LastAnswer) = (items, null);
        return null;
    }

    /// <summary>Replaces a line.</summary>
    /// <returns>Null, or why not.</returns>
    public Refusal? Replace(CartItem item)
    {
        var index = Find(item.SellerId, item.ProductId);
        if (index < 0)
            return CartRefusals.NotInCart;

        if (Items[index].Version != item.Version)
            return CartRefusals.OtherVersion;

        var items = Items.SetItem(index, item);
        if (!Invoicing.IsExact(items))
            return CartRefusals.TooMuch;

        (Items, LastAnswer) = (items, null);
        return null;
    }

    /// <summary>Removes a line.</summary>
    /// <returns>Null, or why not.</returns>
    public Refusal? Remove(int sellerId, int productId)
    {
        var index = Find(sellerId, productId);
        if (index < 0)
            return CartRefusals.NotInCart;

        // What is known of the product would grow old: the cart hears of it no more.
        (Items, Replicas) = (Items.RemoveAt(index), Replicas.Remove(Keys.Pair(sellerId, productId)));
        LastAnswer = null;
        return null;
    }

    /// <summary>What is known of a checkout before it runs: repeats get the same answer, and a cart without items is refused.</summary>
    /// <returns>Null if it has to run.</returns>
    public Answer<CheckoutAnswer>? AnswerTo(string tid) => this switch
    {
        { LastAnswer: { } answer } when answer.Tid == tid => answer,
        { SessionOpen: true, Items.Length: > 0 } => null,
        { LastAnswer.Outcome: CheckoutOutcome.Committed } => CartRefusals.CheckedOut,
        _ => CartRefusals.Empty,
    };

    /// <summary>What is in the cart, for a checkout.</summary>
    public CartProducts Products(string tid) => new(
        [.. Items.Select(item => Keys.Pair(item.SellerId, item.ProductId))], LastAnswer?.Tid == tid ? LastAnswer : null);

    /// <summary>Begins an attempt: reconciles the items with the replicas. The items in the cart stay as they were shown.</summary>
    /// <param name="view">What was read for it; null if the cart relies on what has reached it.</param>
    /// <returns>The attempt; null if its sums have too many digits at the prices that count, and then there is none.</returns>
    public CartAttempt? Begin(int customerId, ReplicaView? view = null)
    {
        Learn(view);
        var (items, gone) = (ImmutableArray.CreateBuilder<CartItem>(Items.Length), ImmutableArray.CreateBuilder<ItemRejection>());
        foreach (var line in Items)
        {
            var replica = Known(line, view);
            if (!Reconciliation.IsExact(line, replica))
                return null;

            if (Reconciliation.Reconcile(line, replica) is { } item)
                items.Add(item);
            else
                gone.Add(new ItemRejection(line.SellerId, line.ProductId, ItemStatus.Unavailable));
        }

        var reconciled = items.DrainToImmutable();
        return Invoicing.IsExact(reconciled)
            ? new CartAttempt(new ReservationId(customerId, Session, ++Attempts), reconciled, gone.DrainToImmutable())
            : null;
    }

    /// <summary>Ends an attempt. A committed one seals the session; after any other the cart keeps its items.</summary>
    public void End(CheckoutAnswer answer)
    {
        if (answer.Outcome == CheckoutOutcome.Committed)
            EndSession();

        LastAnswer = answer;
    }

    /// <summary>Gives the session up.</summary>
    public void EndSession() => (SessionOpen, Items, Replicas) = (false, [], Replicas.Clear());

    /// <summary>E0 or E1: an update of a product that the cart holds.</summary>
    /// <param name="inOrder">Whether one that is older than what is known is left out.</param>
    /// <returns>Whether the cart knows the product as it says from now on.</returns>
    public bool Learn(int sellerId, int productId, ProductReplica replica, bool inOrder)
    {
        var key = Keys.Pair(sellerId, productId);
        if (Find(sellerId, productId) < 0 || (inOrder && Replicas.TryGetValue(key, out var known) && replica.Sequence < known.Sequence))
            return false;

        Replicas = Replicas.SetItem(key, replica);
        return true;
    }

    /// <summary>The cart for the audit.</summary>
    public CartExport Export(int customerId, bool isInCheckout, TimeSpan window) => new(
        customerId,
        Session,
        isInCheckout ? CartStatus.CheckoutSent : CartStatus.Open,
        isInCheckout,
        Items,
        [
            .. Replicas.OrderBy(replica => replica.Key).Select(replica =>
                new ReplicaExport(Keys.First(replica.Key), Keys.Second(replica.Key), replica.Value.Version, replica.Value.Price)),
        ],
        Due(window));

    // Like Array.BinarySearch: the complement of where it belongs, if it is not there. Items in key order reach the stocks in key order.
    private int Find(int sellerId, int productId)
    {
        var key = Keys.Pair(sellerId, productId);
        var index = 0;
        while (index < Items.Length && Keys.Pair(Items[index].SellerId, Items[index].ProductId) < key)
            index++;

        return index < Items.Length && Items[index].SellerId == sellerId && Items[index].ProductId == productId ? index : ~index;
    }
}

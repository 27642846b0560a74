using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Cart;

/// <summary>The cart of one customer (paper section 3.1, Cart service). Key: customer id.</summary>
internal interface ICartGrain : IEventProducer
{
    /// <summary>Adds an item; starts a session if none is open.</summary>
    /// <param name="afterFailure">What an add after a failed checkout means.</param>
    /// <returns>Null, or why not.</returns>
    Task<Refusal?> Add(TransactionContext tx, CartItem item, AfterFailure afterFailure);

    /// <summary>Replaces the line of a product.</summary>
    /// <param name="item">The new line.</param>
    /// <returns>Null, or why not.</returns>
    Task<Refusal?> Replace(TransactionContext tx, CartItem item);

    /// <summary>Removes the line of a product.</summary>
    /// <returns>Null, or why not.</returns>
    Task<Refusal?> Remove(TransactionContext tx, int sellerId, int productId);

    /// <summary>
    /// Asks to check out: recognises repeats, joins a checkout of the same tid that is under way, and keeps everything else out until
    /// <see cref="Close"/>.
    /// </summary>
    /// <param name="tid">Transaction id of the checkout.</param>
    /// <returns>Whether to go on, or the answer.</returns>
    Task<CheckoutOpening> Open(string tid);

    /// <summary>The products in the cart: what a checkout is going to touch.</summary>
    /// <param name="tx">The transaction, with the id of the checkout.</param>
    /// <returns>The products, and how the checkout has ended if it is a repeat.</returns>
    Task<CartProducts> Products(TransactionContext tx);

    /// <summary>Customer Checkout, between <see cref="Open"/> and <see cref="Close"/>.</summary>
    /// <param name="checkout">The request.</param>
    /// <param name="session">The session when it was opened.</param>
    /// <param name="view">What was read of the products in the cart; null if the cart relies on what has reached it.</param>
    /// <returns>How it ended, or how it had ended before; refused if it may not run.</returns>
    Task<Answer<CheckoutAnswer>> Checkout(TransactionContext tx, CustomerCheckout checkout, int session, ReplicaView? view);

    /// <summary>Ends what <see cref="Open"/> began, and wakes those that joined.</summary>
    /// <param name="tid">Transaction id of the checkout.</param>
    /// <param name="answer">How it ended; null if it was aborted.</param>
    Task Close(string tid, CheckoutAnswer? answer);

    /// <summary>When to look whether a session is abandoned.</summary>
    /// <returns>When; nothing if none is pending.</returns>
    Task<CartDue> Due(TransactionContext tx);

    /// <summary>Closes the sessions that count as abandoned: CartAbandoned to Customer.</summary>
    /// <param name="tx">The transaction; it may touch the customer.</param>
    /// <returns>When to look again.</returns>
    Task<CartDue> Abandon(TransactionContext tx);

    /// <summary>Gives the session up.</summary>
    /// <returns>Null, or why not.</returns>
    Task<Refusal?> Seal(TransactionContext tx);

    /// <summary>The items of the last attempt with a tid, after reconciliation.</summary>
    /// <param name="tid">Transaction id of the checkout.</param>
    /// <returns>Empty if there was none.</returns>
    Task<CartItems> History(TransactionContext tx, string tid);

    /// <summary>E0 or E1: an update of a product has arrived over its stream. In no transaction, as it is learned in one of its own.</summary>
    /// <param name="relay">Who passes it on.</param>
    /// <returns>Whether the cart follows the product, and from there.</returns>
    Task<bool> Hear(ReplicaUpdate update, string relay);

    /// <summary>
    /// Waits until updates of its products that were published before have arrived. In no transaction, as each comes in one of its own.
    /// </summary>
    /// <param name="patience">How long.</param>
    /// <returns>How many products the cart follows, and of how many updates may still be on their way.</returns>
    [ResponseTimeout("00:02:00")] // Longer than anybody's patience: an update that does not arrive is to be told of.
    Task<FollowedProducts> Settle(TimeSpan patience);

    /// <summary>Exports the cart for the audit.</summary>
    /// <returns>The cart as it stands.</returns>
    Task<CartExport> Export(TransactionContext tx);
}

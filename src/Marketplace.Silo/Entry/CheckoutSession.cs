using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;

namespace Marketplace.Silo;

/// <summary>
/// A customer's session with a cart, from the first item to the checkout.
/// <list type="number">
/// <item>Items are added, replaced and removed, each in a transaction on the cart.</item>
/// <item>A checkout opens the cart: nothing else changes it from now on, and who repeats the checkout (the same tid) gets its answer.</item>
/// <item>The products in it are read, where the protocol has to know what the transaction will touch, or where replicas are read for it.</item>
/// <item>The checkout runs as one transaction, which begins at the cart: stock is reserved, the order made, paid and shipped.</item>
/// <item>The cart is closed, with the answer: empty if an order was made, else as it was, and open for the next attempt.</item>
/// </list>
/// A session that is sealed is given up. One in which nothing happens for long is closed as abandoned before anything else is done in it.
/// </summary>
internal sealed class CheckoutSession(
    EntryGrains grains,
    EntryTransactions transactions,
    EntryOutputs outputs,
    EntryOptions options,
    OperationGate gate,
    ITransactionProtocol protocol,
    Declarations declarations,
    Abandonments abandonments,
    IReplicaReader? replicas = null)
{
    // A cart that is activated again in the middle of a checkout may hear of an update that was not read for it.
    private const int ReadsMax = 10;

    private readonly AfterFailure _afterFailure = options.LegacySessions ? AfterFailure.StartNewSession : AfterFailure.KeepSession;

    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> Add(int customerId, CartItem item, string tid) => Change(
        customerId, tid, (item, _afterFailure), static (tx, a) => a.Cart.Add(tx, a.Argument.item, a.Argument._afterFailure));

    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> Replace(int customerId, CartItem item) =>
        Change(customerId, "", item, static (tx, a) => a.Cart.Replace(tx, a.Argument));

    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> Remove(int customerId, int sellerId, int productId) => Change(
        customerId, "", (sellerId, productId), static (tx, a) => a.Cart.Remove(tx, a.Argument.sellerId, a.Argument.productId));

    /// <summary>Gives it up.</summary>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> Seal(int customerId, string tid) =>
        transactions.Run(declarations.Cart(tid, customerId), grains.Cart(customerId), static (tx, cart) => cart.Seal(tx));

    /// <returns>How it ended; refused if it may not run.</returns>
    public Task<Answer<CheckoutAnswer>> Checkout(CustomerCheckout checkout)
    {
        outputs.MakeSureOfRoom();
        return Within(
            checkout.CustomerId, checkout, static (session, cart, checkout) => session.Open(cart, checkout), static answer => answer.Refusal);
    }

    private Task<Refusal?> Change<TArgument>(
        int customerId, string tid, TArgument argument, Func<TransactionContext, (ICartGrain Cart, TArgument Argument), Task<Refusal?>> body) =>
        Within(
            customerId,
            (tid, argument, body),
            static (session, cart, a) => session.RunOn(cart, a.tid, a.argument, a.body),
            static refusal => refusal);

    private Task<Refusal?> RunOn<TArgument>(
        ICartGrain cart, string tid, TArgument argument, Func<TransactionContext, (ICartGrain Cart, TArgument Argument), Task<Refusal?>> body) =>
        protocol.Run(declarations.One(tid, TransactionKind.Cart, cart), (cart, argument), body);

    // A session whose time is over is closed first, as it would have been a moment later.
    private async Task<TAnswer> Within<TArgument, TAnswer>(
        int customerId,
        TArgument argument,
        Func<CheckoutSession, ICartGrain, TArgument, Task<TAnswer>> operation,
        Func<TAnswer, Refusal?> refusal)
    {
        var cart = grains.Cart(customerId);
        for (var isFirst = true; ; isFirst = false)
        {
            var answer = await gate.Run((Self: this, cart, argument, operation), static a => a.operation(a.Self, a.cart, a.argument));
            if (!isFirst || !Abandonments.IsOverdue(refusal(answer)))
                return answer;

            await abandonments.CloseAbandoned(customerId);
        }
    }

    private async Task<Answer<CheckoutAnswer>> Open(ICartGrain cart, CustomerCheckout checkout)
    {
        var opening = await cart.Open(checkout.InstanceId);
        var answer = opening.MayProceed ? await CheckOut(cart, checkout, opening.Session) : opening.Answer;
        await outputs.Shown();
        return answer;
    }

    // Between opening and closing nothing else changes the cart, so what it holds can be declared.
    private async Task<Answer<CheckoutAnswer>> CheckOut(ICartGrain cart, CustomerCheckout checkout, int session)
    {
        Answer<CheckoutAnswer>? answer = null;
        try
        {
            var products = declarations.AreNeeded || replicas is not null
                ? await protocol.Run(
                    declarations.One(checkout.InstanceId, TransactionKind.Read, cart), cart, static (tx, cart) => cart.Products(tx))
                : null;
            if (products?.Known is { } known)
            {
                // What was read for it then may not be there now.
                answer = known;
                return known;
            }

            for (var reads = 0; reads < ReadsMax; reads++)
            {
                // Before the transaction begins, so that nobody waits for this one while it waits for replicas.
                var view = replicas is null ? null : await replicas.Read(products!.Products);
                answer = await protocol.Run(
                    declarations.Checkout(checkout.InstanceId, checkout.CustomerId, products?.Products ?? []),
                    (cart, checkout, session, view),
                    static (tx, a) => a.cart.Checkout(tx, a.checkout, a.session, a.view));
                if (answer.Value.Refusal != CartRefusals.Outread)
                    return answer.Value;
            }

            throw new ReplicationUnavailableException(
                $"Updates came faster than they could be read for checkout {checkout.InstanceId}, {ReadsMax} times; nothing was done.");
        }
        finally
        {
            await Close(cart, checkout.InstanceId, answer is { IsRefused: false } ended ? ended.Value : null);
        }
    }

    private static async Task Close(ICartGrain cart, string tid, CheckoutAnswer? answer)
    {
        try
        {
            await cart.Close(tid, answer);
        }
        catch (StorageUnavailableException)
        {
            // The activation that was opened is gone, and can't be loaded again: nothing is left to close. How the checkout ended stands.
        }
    }
}

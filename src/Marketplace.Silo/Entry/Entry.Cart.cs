using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cart;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;

namespace Marketplace.Silo;

/// <content>Carts and their checkout.</content>
internal sealed partial class Entry
{
    /// <summary>Adds an item to a cart.</summary>
    /// <param name="tid">Transaction id; empty if the client gave none.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> AddItem(int customerId, CartItem item, string tid = "") =>
        Change(customerId, tid, (item, _afterFailure), static (tx, a) =>
            a.Grain.Add(tx, a.Argument.item, a.Argument._afterFailure));

    /// <summary>Replaces a line of a cart.</summary>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> UpdateItem(int customerId, CartItem item) =>
        Change(customerId, "", item, static (tx, a) => a.Grain.Replace(tx, a.Argument));

    /// <summary>Removes a line of a cart.</summary>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> RemoveItem(int customerId, int sellerId, int productId) =>
        Change(customerId, "", (sellerId, productId), static (tx, a) =>
            a.Grain.Remove(tx, a.Argument.sellerId, a.Argument.productId));

    /// <summary>Gives a session up.</summary>
    /// <param name="tid">Transaction id; empty if the client gave none.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> Seal(int customerId, string tid = "") =>
        Run(_declare.Cart(tid, customerId), Cart(customerId), static (tx, cart) => cart.Seal(tx));

    /// <summary>Customer Checkout. A repeat of the same tid gets the same answer and does nothing again (S#2).</summary>
    /// <returns>How it ended; refused if it may not run.</returns>
    public Task<Answer<CheckoutAnswer>> Checkout(CustomerCheckout checkout)
    {
        MakeSureOfRoom();
        return InSession(
            checkout.CustomerId, checkout, static (entry, cart, checkout) => entry.Open(cart, checkout), static answer => answer.Refusal);
    }

    /// <summary>The items of a checkout after reconciliation.</summary>
    /// <returns>Empty if there was none.</returns>
    public async Task<ImmutableArray<CartItem>> History(int customerId, string tid)
    {
        var items = await Run("", TransactionKind.Read, Cart(customerId), tid, static (tx, a) => a.Grain.History(tx, a.Argument));
        return items.Items;
    }

    /// <summary>Reads a cart.</summary>
    /// <returns>The cart; refused if that customer never had one.</returns>
    public async Task<Answer<CartExport>> GetCart(int customerId)
    {
        var cart = await Run("", TransactionKind.Read, Cart(customerId), static (tx, cart) => cart.Export(tx));
        return cart.Session == 0
            ? new Refusal(RefusalKind.NotFound, "unknown-cart", "This customer has not had a cart yet.")
            : cart;
    }

    /// <summary>The sessions of all customers that were abandoned last.</summary>
    /// <param name="max">How many at most.</param>
    /// <returns>The newest first.</returns>
    public Task<ImmutableArray<CartAbandoned>> GetAbandoned(int max) => Look(max, static (entry, max) => entry._abandoned.Latest(max));

    private Task<Refusal?> Change<TArgument>(
        int customerId,
        string tid,
        TArgument argument,
        Func<TransactionContext, (ICartGrain Grain, TArgument Argument), Task<Refusal?>> body) => InSession(
            customerId,
            (tid, argument, body),
            static (entry, cart, a) => entry._protocol.Run(entry._declare.One(a.tid, TransactionKind.Cart, cart), (cart, a.argument), a.body),
            static refusal => refusal);

    // A session whose time is over is closed first, as it would have been a moment later.
    private async Task<TAnswer> InSession<TArgument, TAnswer>(
        int customerId,
        TArgument argument,
        Func<Entry, ICartGrain, TArgument, Task<TAnswer>> operation,
        Func<TAnswer, Refusal?> refusal)
    {
        var cart = Cart(customerId);
        for (var isFirst = true; ; isFirst = false)
        {
            await _gate.Enter();
            try
            {
                var answer = await operation(this, cart, argument);
                if (!isFirst || !Abandonments.IsOverdue(refusal(answer)))
                    return answer;
            }
            finally
            {
                _gate.Exit();
            }

            await _abandonments.CloseAbandoned(customerId);
        }
    }

    private async Task<Answer<CheckoutAnswer>> Open(ICartGrain cart, CustomerCheckout checkout)
    {
        var opening = await cart.Open(checkout.InstanceId);
        var answer = opening.MayProceed ? await CheckOut(cart, checkout) : opening.Answer;
        await Shown();
        return answer;
    }

    // Between opening and closing nothing else changes the cart, so what it holds can be declared.
    private async Task<Answer<CheckoutAnswer>> CheckOut(ICartGrain cart, CustomerCheckout checkout)
    {
        Answer<CheckoutAnswer>? answer = null;
        try
        {
            var products = _declare.AreNeeded || _replicas is not null
                ? await _protocol.Run(
                    _declare.One(checkout.InstanceId, TransactionKind.Read, cart), cart, static (tx, cart) => cart.Products(tx))
                : null;
            if (products?.Known is { } known)
            {
                // What was read for it then may not be there now.
                answer = known;
                return known;
            }

            // Before the transaction begins, so that nobody waits for this one while it waits for replicas.
            var view = _replicas is null ? null : await _replicas.Read(products!.Products);
            answer = await _protocol.Run(
                _declare.Checkout(checkout.InstanceId, checkout.CustomerId, products?.Products ?? []),
                (cart, checkout, view),
                static (tx, a) => a.cart.Checkout(tx, a.checkout, a.view));
            return answer.Value;
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

    private ICartGrain Cart(int customerId) => _grains.GetGrain<ICartGrain>(customerId);
}

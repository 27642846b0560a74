using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cart;
using Marketplace.Protocols;

namespace Marketplace.Silo;

/// <content>Carts and their checkout.</content>
internal sealed partial class Entry
{
    /// <summary>Adds an item to a cart.</summary>
    /// <param name="customerId">The customer.</param>
    /// <param name="item">The item.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> AddItem(int customerId, CartItem item) =>
        Run("", TransactionKind.Cart, (Cart: Cart(customerId), item, _afterFailure), static (tx, a) => a.Cart.Add(tx, a.item, a._afterFailure));

    /// <summary>Replaces a line of a cart.</summary>
    /// <param name="customerId">The customer.</param>
    /// <param name="item">The new line.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> UpdateItem(int customerId, CartItem item) =>
        Run("", TransactionKind.Cart, (Cart: Cart(customerId), item), static (tx, a) => a.Cart.Replace(tx, a.item));

    /// <summary>Removes a line of a cart.</summary>
    /// <param name="customerId">The customer.</param>
    /// <param name="sellerId">Seller.</param>
    /// <param name="productId">Product of that seller.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> RemoveItem(int customerId, int sellerId, int productId) => Run(
        "",
        TransactionKind.Cart,
        (Cart: Cart(customerId), sellerId, productId),
        static (tx, a) => a.Cart.Remove(tx, a.sellerId, a.productId));

    /// <summary>Gives a session up.</summary>
    /// <param name="customerId">The customer.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> Seal(int customerId) => Run("", TransactionKind.Cart, Cart(customerId), static (tx, cart) => cart.Seal(tx));

    /// <summary>Customer Checkout. A repeat of the same tid gets the same answer and does nothing again (S#2).</summary>
    /// <param name="checkout">The request.</param>
    /// <returns>How it ended; refused if it may not run.</returns>
    public async Task<Answer<CheckoutAnswer>> Checkout(CustomerCheckout checkout)
    {
        await _gate.Enter();
        try
        {
            var cart = Cart(checkout.CustomerId);
            var opening = await _protocol.Run(
                new TransactionDeclaration(checkout.InstanceId, TransactionKind.Cart),
                (cart, checkout.InstanceId),
                static (tx, a) => a.cart.Open(tx, a.InstanceId));
            return opening.MayProceed ? await CheckOut(cart, checkout) : opening.Answer;
        }
        finally
        {
            _gate.Exit();
        }
    }

    /// <summary>The items of a checkout after reconciliation.</summary>
    /// <param name="customerId">The customer.</param>
    /// <param name="tid">Transaction id of the checkout.</param>
    /// <returns>Empty if there was none.</returns>
    public async Task<ImmutableArray<CartItem>> History(int customerId, string tid)
    {
        var items = await Run("", TransactionKind.Read, (Cart: Cart(customerId), tid), static (tx, a) => a.Cart.History(tx, a.tid));
        return items.Items;
    }

    /// <summary>Reads a cart.</summary>
    /// <param name="customerId">The customer.</param>
    /// <returns>The cart; refused if that customer never had one.</returns>
    public async Task<Answer<CartExport>> GetCart(int customerId)
    {
        var cart = await Run("", TransactionKind.Read, Cart(customerId), static (tx, cart) => cart.Export(tx));
        return cart.Session == 0
            ? new Refusal(RefusalKind.NotFound, "unknown-cart", "This customer has not had a cart yet.")
            : cart;
    }

    private async Task<CheckoutAnswer> CheckOut(ICartGrain cart, CustomerCheckout checkout)
    {
        CheckoutAnswer? answer = null;
        try
        {
            answer = await _protocol.Run(
                new TransactionDeclaration(checkout.InstanceId, TransactionKind.Checkout),
                (cart, checkout),
                static (tx, a) => a.cart.Checkout(tx, a.checkout));
            return answer;
        }
        finally
        {
            await cart.Close(checkout.InstanceId, answer);
        }
    }

    private ICartGrain Cart(int customerId) => _grains.GetGrain<ICartGrain>(customerId);
}

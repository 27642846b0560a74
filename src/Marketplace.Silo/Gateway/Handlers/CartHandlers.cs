using System.Globalization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cart;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>Carts and their checkout.</summary>
internal sealed class CartHandlers(Entry entry, RequestBody body, JsonAnswers answers, GatewaySettings settings)
{
    private const int AbandonedUsual = 100;

    public async Task Add(HttpContext context)
    {
        var customerId = RouteIds.Id(context, "customerId");
        var item = await ReadItem(context);
        await Refusals.WriteOk(context, await entry.AddItem(customerId, item, TransactionHeader.Read(context) ?? ""));
    }

    public async Task Update(HttpContext context)
    {
        var (customerId, sellerId, productId) = Line(context);
        var item = await ReadItem(context);
        if (item.SellerId != sellerId || item.ProductId != productId)
            throw new InvalidInputException("SellerId, ProductId: expected the seller and the product of the path.");

        await Refusals.WriteOk(context, await entry.UpdateItem(customerId, item));
    }

    public async Task Remove(HttpContext context)
    {
        var (customerId, sellerId, productId) = Line(context);
        await Refusals.WriteOk(context, await entry.RemoveItem(customerId, sellerId, productId));
    }

    public async Task Checkout(HttpContext context)
    {
        var customerId = RouteIds.Id(context, "customerId");
        var checkout = await body.Read(context, JsonInput.ReadCustomerCheckout);
        RequireCustomer(checkout, customerId);
        var answer = await entry.Checkout(checkout);
        if (settings.LegacyStatus && answer is { IsRefused: true, Refusal.Type: Refusal.EmptyCart })
            answer = new CheckoutAnswer(checkout.InstanceId, CheckoutOutcome.Rejected, 0, "", 0, 0);

        if (answer is { IsRefused: false, Value.Outcome: not CheckoutOutcome.Committed } && !settings.LegacyStatus)
            await Reject(context, answer.Value);
        else
            await answers.Write(context, StatusCodes.Status200OK, answer, RequestJson.Default.CheckoutAnswer);
    }

    public async Task Seal(HttpContext context) =>
        await Refusals.WriteOk(context, await entry.Seal(RouteIds.Id(context, "customerId"), TransactionHeader.Read(context) ?? ""));

    public async Task History(HttpContext context)
    {
        var items = await entry.History(RouteIds.Id(context, "customerId"), RouteIds.Tid(context));
        await answers.Write(context, StatusCodes.Status200OK, items, RequestJson.Default.ImmutableArrayCartItem);
    }

    public async Task Get(HttpContext context)
    {
        var cart = await entry.GetCart(RouteIds.Id(context, "customerId"));
        await answers.Write(context, StatusCodes.Status200OK, cart, EntityJson.Default.CartExport);
    }

    public async Task GetAbandoned(HttpContext context)
    {
        var sessions = await entry.GetAbandoned(Limit(context.Request.Query));
        await answers.Write(context, StatusCodes.Status200OK, sessions, EntityJson.Default.ImmutableArrayCartAbandoned);
    }

    /// <summary>Checks that a checkout is for the customer of its path.</summary>
    public static void RequireCustomer(CustomerCheckout checkout, int customerId)
    {
        if (checkout.CustomerId != customerId)
            throw new InvalidInputException("CustomerId: expected the customer of the path.");
    }

    private ValueTask<CartItem> ReadItem(HttpContext context) => settings.LegacyStatus
        ? body.Read(context, JsonInput.ReadCartItemCapped)
        : body.Read(context, JsonInput.ReadCartItem);

    private static (int CustomerId, int SellerId, int ProductId) Line(HttpContext context) =>
        (RouteIds.Id(context, "customerId"), RouteIds.Id(context, "sellerId"), RouteIds.Id(context, "productId"));

    private static int Limit(IQueryCollection query)
    {
        if (!query.TryGetValue("limit", out var text))
            return AbandonedUsual;

        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is > 0 and <= AbandonedCarts.Most
            ? limit
            : throw new InvalidInputException($"limit: expected a whole number from 1 to {AbandonedCarts.Most}.");
    }

    // A business rejection: complete, and not what the customer wanted. The answer's members come with it.
    private static Task Reject(HttpContext context, CheckoutAnswer answer)
    {
        var (type, detail) = answer.Outcome == CheckoutOutcome.Rejected ? CheckoutRejections.OutOfStock : CheckoutRejections.PaymentDeclined;
        return Problems.Write(context, StatusCodes.Status422UnprocessableEntity, type, detail, json =>
        {
            json.WriteString("tid"u8, answer.Tid);
            json.WriteString("outcome"u8, answer.Outcome == CheckoutOutcome.Rejected ? "rejected"u8 : "payment-failed"u8);
            json.WriteNumber("orderId"u8, answer.OrderId);
            json.WriteString("invoiceNumber"u8, answer.InvoiceNumber);
            json.WriteNumber("totalInvoice"u8, answer.TotalInvoice);
        });
    }
}

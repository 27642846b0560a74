using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>Carts and their checkout.</summary>
internal sealed class CartHandlers(Entry entry, RequestBody body, JsonAnswers answers, GatewaySettings settings)
{
    private readonly BodyParser<CartItem> _item = utf8 => JsonInput.ReadCartItem(utf8, settings.LegacyStatus);

    public async Task Add(HttpContext context)
    {
        var at = new RequestValues(context);
        var customerId = at.CustomerId;
        var item = await body.Read(context, _item);
        await Refusals.WriteOk(context, await entry.AddItem(customerId, item, at.HeaderTid ?? ""));
    }

    public async Task Update(HttpContext context)
    {
        var at = new RequestValues(context);
        var (customerId, sellerId, productId) = (at.CustomerId, at.SellerId, at.ProductId);
        var item = await body.Read(context, _item);
        if (item.SellerId != sellerId || item.ProductId != productId)
            throw new InvalidInputException("SellerId, ProductId: expected the seller and the product of the path.");

        await Refusals.WriteOk(context, await entry.UpdateItem(customerId, item));
    }

    public async Task Remove(HttpContext context)
    {
        var at = new RequestValues(context);
        await Refusals.WriteOk(context, await entry.RemoveItem(at.CustomerId, at.SellerId, at.ProductId));
    }

    public async Task Checkout(HttpContext context)
    {
        var customerId = new RequestValues(context).CustomerId;
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

    public async Task Seal(HttpContext context)
    {
        var at = new RequestValues(context);
        await Refusals.WriteOk(context, await entry.Seal(at.CustomerId, at.HeaderTid ?? ""));
    }

    /// <summary>Checks that a checkout is for the customer of its path.</summary>
    public static void RequireCustomer(CustomerCheckout checkout, int customerId)
    {
        if (checkout.CustomerId != customerId)
            throw new InvalidInputException("CustomerId: expected the customer of the path.");
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

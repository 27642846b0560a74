using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Receipts;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>
/// The services behind the routes with `Results` `egress`: a transaction is checked for its form, accepted, and acknowledged with 202; what
/// comes of it is collected from /receipts. Everything else is answered as ever.
/// </summary>
internal sealed class ReceiptedHandlers(
    EntryHandlers services,
    ProductHandlers product,
    ReceiptHandlers receipts,
    Entry entry,
    RequestBody body,
    JsonAnswers answers,
    ReceiptedTransactions accepted) : IHandlers
{
    public bool IsOpen => services.IsOpen && !accepted.IsClosed;

    public ReceiptHandlers Receipts => receipts;

    public RequestDelegate For(RouteEntry route) => route.WithReceipt?.Invoke(this) ?? services.For(route);

    public async Task Checkout(HttpContext context)
    {
        var customerId = new RequestValues(context).CustomerId;
        var checkout = await body.Read(context, JsonInput.ReadCustomerCheckout);
        CartHandlers.RequireCustomer(checkout, customerId);
        await Accept(
            context,
            "Checkout",
            checkout,
            ReceiptFor(checkout.InstanceId, TransactionType.CustomerSession, customerId, "cart"),
            async (request, receipt) => ReceiptOf.Checkout(receipt, await entry.Checkout(request)));
    }

    public async Task UpdatePrice(HttpContext context)
    {
        var update = await product.ReadPriceUpdate(context);
        var receipt = OfProduct(update.InstanceId, TransactionType.PriceUpdate, update.SellerId);
        await AcceptUpdate(context, "UpdatePrice", update, receipt, entry.UpdatePrice);
    }

    public async Task Replace(HttpContext context)
    {
        var replacement = await product.ReadReplacement(context);
        var receipt = OfProduct(replacement.Version, TransactionType.UpdateProduct, replacement.SellerId);
        await AcceptUpdate(context, "ReplaceProduct", replacement, receipt, entry.ReplaceProduct);
    }

    public Task Delete(HttpContext context)
    {
        var at = new RequestValues(context);
        var (sellerId, productId, tid) = (at.SellerId, at.ProductId, product.TidOfDelete(at));
        var receipt = OfProduct(tid, TransactionType.UpdateProduct, sellerId);
        return AcceptUpdate(
            context, "DeleteProduct", (sellerId, productId, tid), receipt, key => entry.DeleteProduct(key.sellerId, key.productId, key.tid));
    }

    public Task UpdateDelivery(HttpContext context)
    {
        var tid = new RequestValues(context).Tid;
        return Accept(
            context,
            "UpdateDelivery",
            tid,
            ReceiptFor(tid, TransactionType.UpdateDelivery, 0, "shipment"),
            async (request, receipt) => ReceiptOf.Delivery(receipt, await entry.UpdateDelivery(request)));
    }

    private static Receipt ReceiptFor(string tid, TransactionType type, int actorId, string source) =>
        new(0, tid, type, actorId, ReceiptStatus.Success, source, ReceiptOutcome.Committed);

    private static Receipt OfProduct(string tid, TransactionType type, int sellerId) => ReceiptFor(tid, type, sellerId, "product");

    private Task AcceptUpdate<TRequest>(
        HttpContext context,
        string operation,
        TRequest request,
        Receipt receipt,
        Func<TRequest, Task<Answer<UpdateAnswer>>> update) =>
        Accept(context, operation, request, receipt, async (request, receipt) => ReceiptOf.Update(receipt, await update(request)));

    private async Task Accept<TRequest>(
        HttpContext context,
        string operation,
        TRequest request,
        Receipt receipt,
        Func<TRequest, Receipt, Task<Receipt>> run)
    {
        await accepted.Accept(operation, request, receipt, run);
        await answers.Write(context, StatusCodes.Status202Accepted, new AcceptedAnswer(receipt.Tid), RequestJson.Default.AcceptedAnswer);
    }
}

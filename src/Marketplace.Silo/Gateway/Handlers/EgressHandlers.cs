using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Results;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>
/// The services behind the routes with `Results` `egress`: a transaction is checked for its form, accepted, and acknowledged with 202; what
/// comes of it is collected from /receipts. Everything else is answered as ever.
/// </summary>
internal sealed class EgressHandlers(
    EntryHandlers services,
    ProductHandlers product,
    ReceiptHandlers receipts,
    Entry entry,
    RequestBody body,
    JsonAnswers answers,
    AcceptedTransactions accepted) : IHandlers
{
    public bool IsOpen => services.IsOpen && !accepted.IsClosed;

    public ReceiptHandlers Receipts => receipts;

    public RequestDelegate For(RouteEntry route) => route.WithEgress?.Invoke(this) ?? services.For(route);

    public async Task Checkout(HttpContext context)
    {
        var customerId = new RequestValues(context).CustomerId;
        var checkout = await body.Read(context, JsonInput.ReadCustomerCheckout);
        CartHandlers.RequireCustomer(checkout, customerId);
        await Accept(
            context,
            "Checkout",
            checkout,
            Mark(checkout.InstanceId, TransactionType.CustomerSession, customerId, "cart"),
            async (request, mark) => MarkOf.Checkout(mark, await entry.Checkout(request)));
    }

    public async Task UpdatePrice(HttpContext context)
    {
        var update = await product.ReadPriceUpdate(context);
        var mark = OfProduct(update.InstanceId, TransactionType.PriceUpdate, update.SellerId);
        await AcceptUpdate(context, "UpdatePrice", update, mark, entry.UpdatePrice);
    }

    public async Task Replace(HttpContext context)
    {
        var replacement = await product.ReadReplacement(context);
        var mark = OfProduct(replacement.Version, TransactionType.UpdateProduct, replacement.SellerId);
        await AcceptUpdate(context, "ReplaceProduct", replacement, mark, entry.ReplaceProduct);
    }

    public Task Delete(HttpContext context)
    {
        var at = new RequestValues(context);
        var (sellerId, productId, tid) = (at.SellerId, at.ProductId, product.TidOfDelete(at));
        var mark = OfProduct(tid, TransactionType.UpdateProduct, sellerId);
        return AcceptUpdate(
            context, "DeleteProduct", (sellerId, productId, tid), mark, key => entry.DeleteProduct(key.sellerId, key.productId, key.tid));
    }

    public Task UpdateDelivery(HttpContext context)
    {
        var tid = new RequestValues(context).Tid;
        return Accept(
            context,
            "UpdateDelivery",
            tid,
            Mark(tid, TransactionType.UpdateDelivery, 0, "shipment"),
            async (request, mark) => MarkOf.Delivery(mark, await entry.UpdateDelivery(request)));
    }

    private static TransactionMark Mark(string tid, TransactionType type, int actorId, string source) =>
        new(0, tid, type, actorId, MarkStatus.Success, source, MarkOutcome.Committed);

    private static TransactionMark OfProduct(string tid, TransactionType type, int sellerId) => Mark(tid, type, sellerId, "product");

    private Task AcceptUpdate<TRequest>(
        HttpContext context,
        string operation,
        TRequest request,
        TransactionMark mark,
        Func<TRequest, Task<Answer<UpdateAnswer>>> update) =>
        Accept(context, operation, request, mark, async (request, mark) => MarkOf.Update(mark, await update(request)));

    private async Task Accept<TRequest>(
        HttpContext context,
        string operation,
        TRequest request,
        TransactionMark mark,
        Func<TRequest, TransactionMark, Task<TransactionMark>> run)
    {
        await accepted.Accept(operation, request, mark, run);
        await answers.Write(context, StatusCodes.Status202Accepted, new AcceptedAnswer(mark.Tid), RequestJson.Default.AcceptedAnswer);
    }
}

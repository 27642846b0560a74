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

    public RequestDelegate For(Operation operation) => operation switch
    {
        Operation.Checkout => Checkout,
        Operation.UpdatePrice => UpdatePrice,
        Operation.ReplaceProduct => Replace,
        Operation.DeleteProduct => Delete,
        Operation.UpdateDelivery => UpdateDelivery,
        Operation.GetReceipts => receipts.Get,
        Operation.GetReceiptStream => receipts.Stream,
        _ => services.For(operation),
    };

    private async Task Checkout(HttpContext context)
    {
        var customerId = RouteIds.Id(context, "customerId");
        var checkout = await body.Read(context, JsonInput.ReadCustomerCheckout);
        CartHandlers.RequireCustomer(checkout, customerId);
        await Accept(
            context,
            Operation.Checkout,
            checkout,
            Mark(checkout.InstanceId, TransactionType.CustomerSession, customerId, "cart"),
            async (request, mark) => MarkOf.Checkout(mark, await entry.Checkout(request)));
    }

    private async Task UpdatePrice(HttpContext context)
    {
        var update = await product.ReadPriceUpdate(context);
        var mark = OfProduct(update.InstanceId, TransactionType.PriceUpdate, update.SellerId);
        await AcceptUpdate(context, Operation.UpdatePrice, update, mark, entry.UpdatePrice);
    }

    private async Task Replace(HttpContext context)
    {
        var replacement = await product.ReadReplacement(context);
        var mark = OfProduct(replacement.Version, TransactionType.UpdateProduct, replacement.SellerId);
        await AcceptUpdate(context, Operation.ReplaceProduct, replacement, mark, entry.ReplaceProduct);
    }

    private Task Delete(HttpContext context)
    {
        var (sellerId, productId) = ProductHandlers.Key(context);
        var tid = product.TidOfDelete(context);
        var mark = OfProduct(tid, TransactionType.UpdateProduct, sellerId);
        return AcceptUpdate(
            context, Operation.DeleteProduct, (sellerId, productId, tid), mark, key => entry.DeleteProduct(key.sellerId, key.productId, key.tid));
    }

    private Task UpdateDelivery(HttpContext context)
    {
        var tid = RouteIds.Tid(context);
        return Accept(
            context,
            Operation.UpdateDelivery,
            tid,
            Mark(tid, TransactionType.UpdateDelivery, 0, "shipment"),
            async (request, mark) => MarkOf.Delivery(mark, await entry.UpdateDelivery(request)));
    }

    private static TransactionMark Mark(string tid, TransactionType type, int actorId, string source) =>
        new(0, tid, type, actorId, MarkStatus.Success, source, MarkOutcome.Committed);

    private static TransactionMark OfProduct(string tid, TransactionType type, int sellerId) => Mark(tid, type, sellerId, "product");

    private Task AcceptUpdate<TRequest>(
        HttpContext context,
        Operation operation,
        TRequest request,
        TransactionMark mark,
        Func<TRequest, Task<Answer<UpdateAnswer>>> update) =>
        Accept(context, operation, request, mark, async (request, mark) => MarkOf.Update(mark, await update(request)));

    private async Task Accept<TRequest>(
        HttpContext context,
        Operation operation,
        TRequest request,
        TransactionMark mark,
        Func<TRequest, TransactionMark, Task<TransactionMark>> run)
    {
        await accepted.Accept(operation, request, mark, run);
        await answers.Write(context, StatusCodes.Status202Accepted, new AcceptedAnswer(mark.Tid), RequestJson.Default.AcceptedAnswer);
    }
}

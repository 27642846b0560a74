using System.Globalization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>Products and their stock.</summary>
internal sealed class ProductHandlers(Entry entry, RequestBody body, JsonAnswers answers, GatewaySettings settings)
{
    private readonly BodyParser<PriceUpdate> _priceUpdate = utf8 => JsonInput.ReadPriceUpdate(utf8, settings.LegacyStatus);
    private readonly BodyParser<Product> _replacement = utf8 => JsonInput.ReadReplacement(utf8, settings.LegacyStatus);
    private long _deletes;

    public async Task UpdatePrice(HttpContext context)
    {
        var update = await ReadPriceUpdate(context);
        await answers.Write(context, StatusCodes.Status202Accepted, await entry.UpdatePrice(update), RequestJson.Default.UpdateAnswer);
    }

    public async Task Replace(HttpContext context)
    {
        var product = await ReadReplacement(context);
        await answers.Write(context, StatusCodes.Status202Accepted, await entry.ReplaceProduct(product), RequestJson.Default.UpdateAnswer);
    }

    public async Task Delete(HttpContext context)
    {
        var at = new RequestValues(context);
        var answer = await entry.DeleteProduct(at.SellerId, at.ProductId, TidOfDelete(at));
        await answers.Write(context, StatusCodes.Status202Accepted, answer, RequestJson.Default.UpdateAnswer);
    }

    public ValueTask<PriceUpdate> ReadPriceUpdate(HttpContext context) => body.Read(context, _priceUpdate);

    /// <summary>Reads a product that replaces another one.</summary>
    public ValueTask<Product> ReadReplacement(HttpContext context) => body.Read(context, _replacement);

    /// <summary>The transaction id of a delete, which is in its header; one that is made up if there is none.</summary>
    public string TidOfDelete(RequestValues at) =>
        at.HeaderTid ?? "delete-" + Interlocked.Increment(ref _deletes).ToString(CultureInfo.InvariantCulture);

    public async Task Replenish(HttpContext context)
    {
        var replenishment = await body.Read(context, JsonInput.ReadReplenishment);
        var answer = await entry.Replenish(replenishment.SellerId, replenishment.ProductId, replenishment.Qty);
        await answers.Write(context, StatusCodes.Status200OK, answer, EntityJson.Default.StockItem);
    }
}

using Marketplace.Contracts.Json;
using Marketplace.Silo.Gateway.Http;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>Dashboards and deliveries.</summary>
internal sealed class SellerHandlers(Entry entry, JsonAnswers answers)
{
    public async Task Dashboard(HttpContext context)
    {
        var at = new RequestValues(context);
        var dashboard = await entry.Dashboard(at.SellerId, at.HeaderTid ?? "");
        await answers.Write(context, StatusCodes.Status200OK, dashboard, EntityJson.Default.SellerDashboard);
    }

    public async Task UpdateDelivery(HttpContext context)
    {
        var answer = await entry.UpdateDelivery(new RequestValues(context).Tid);
        await answers.Write(context, StatusCodes.Status202Accepted, answer, RequestJson.Default.DeliveryAnswer);
    }
}

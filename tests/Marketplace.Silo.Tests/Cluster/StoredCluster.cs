using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>
/// Two silos whose states are in PostgreSQL. Of a checkout one, which begins it, has the cart, and the other one the most of the rest.
/// </summary>
internal static class StoredCluster
{
    /// <summary>The silo that has the stock.</summary>
    public const int Far = 0;

    /// <summary>The silo that begins transactions.</summary>
    public const int Near = 1;

    /// <summary>Pieces of each product, at first.</summary>
    public const int InStock = 100;

    private static readonly string[] Services = ["stock,order,payment,shipment,seller", "cart,product,customer"];

    public static Task<SiloCluster> Start(
        string database, string protocol, Action<IServiceCollection>? configure = null, params string[] settings) =>
        SiloCluster.StartLocalhost(
            Services, configure, ["Storage=postgres", $"Postgres={database}", $"Protocol={protocol}", "Protocol:Retries=1000", .. settings]);

    /// <summary>What a silo shows of a product's stock; null if it does not answer.</summary>
    public static async Task<(int Available, int Reserved)?> Stock(RunningSilo silo, int product)
    {
        using var answer = await silo.Send(HttpMethod.Get, $"/stock/1/{product}", null);
        if (!answer.IsSuccessStatusCode)
            return null;

        var stock = JsonNode.Parse(await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))!;
        return ((int)stock["qty_available"]!, (int)stock["qty_reserved"]!);
    }
}

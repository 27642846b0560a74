using System.Text.Json.Nodes;
using Marketplace.Silo.Receipts;
using Marketplace.Silo.Tests.Gateway;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Silo.Tests.Receipts;

/// <summary>What the tests of results that are collected share.</summary>
internal static class ReceiptSilo
{
    /// <summary>Starts a silo with data whose results are collected.</summary>
    /// <param name="payment">Holds its payments; null for none.</param>
    public static async Task<RunningSilo> Start(HeldPayment? payment, params string[] settings)
    {
        var silo = await RunningSilo.Start(
            services =>
            {
                if (payment is not null)
                    services.AddSingleton<IIncomingGrainCallFilter>(payment);
            },
            ["Results=egress", .. settings]);
        await silo.Ingest();
        return silo;
    }

    /// <summary>What the silo runs and keeps.</summary>
    public static ReceiptedTransactions Accepted(this RunningSilo silo) => silo.App.Services.GetRequiredService<ReceiptedTransactions>();

    /// <summary>Adds an item, and has the cart checked out some time.</summary>
    public static async Task Buy(this RunningSilo silo, int customer, string tid, int quantity = 2)
    {
        await silo.Add(customer, Bodies.Item(1, 2, quantity));
        await silo.CheckOut(customer, tid, 202);
    }

    /// <summary>Asks for receipts.</summary>
    /// <param name="after">The last one that was received; 0 for none; null says nothing.</param>
    /// <param name="wait">How long to wait, in seconds.</param>
    public static async Task<List<JsonNode>> Ask(this RunningSilo silo, long? after = 0, double wait = 30)
    {
        var query = FormattableString.Invariant($"wait={wait}") + (after is null ? "" : FormattableString.Invariant($"&after={after}"));
        return [.. (await silo.Expect(200, HttpMethod.Get, $"/receipts?{query}"))!.AsArray().Select(receipt => receipt!)];
    }

    /// <summary>Collects so many receipts and says that they came; in the order of their transaction ids.</summary>
    public static async Task<List<JsonNode>> Collect(this RunningSilo silo, int count)
    {
        var receipts = new List<JsonNode>();
        for (long after = 0; receipts.Count < count; after = Id(receipts[^1]))
            receipts.AddRange(await silo.Ask(after));

        receipts.AddRange(await silo.Ask(Id(receipts[^1]), wait: 0));

        return [.. receipts.OrderBy(Tid, StringComparer.Ordinal)];
    }

    public static long Id(JsonNode receipt) => (long)receipt["id"]!;

    public static string Tid(JsonNode receipt) => (string)receipt["tid"]!;

    public static string Outcome(JsonNode receipt) => (string)receipt["outcome"]!;
}

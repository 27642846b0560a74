using System.Text.Json.Nodes;
using Marketplace.Silo.Results;
using Marketplace.Silo.Tests.Gateway;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Silo.Tests.Results;

/// <summary>What the tests of results that are collected share.</summary>
internal static class Receipts
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
    public static AcceptedTransactions Accepted(this RunningSilo silo) => silo.App.Services.GetRequiredService<AcceptedTransactions>();

    /// <summary>Adds an item, and has the cart checked out some time.</summary>
    public static async Task Buy(this RunningSilo silo, int customer, string tid, int quantity = 2)
    {
        await silo.Add(customer, Bodies.Item(1, 2, quantity));
        await silo.CheckOut(customer, tid, 202);
    }

    /// <summary>Asks for marks.</summary>
    /// <param name="after">The last one that was received; 0 for none; null says nothing.</param>
    /// <param name="wait">How long to wait, in seconds.</param>
    public static async Task<List<JsonNode>> Ask(this RunningSilo silo, long? after = 0, double wait = 30)
    {
        var query = FormattableString.Invariant($"wait={wait}") + (after is null ? "" : FormattableString.Invariant($"&after={after}"));
        return [.. (await silo.Expect(200, HttpMethod.Get, $"/receipts?{query}"))!.AsArray().Select(mark => mark!)];
    }

    /// <summary>Collects so many marks and says that they came; in the order of their transaction ids.</summary>
    public static async Task<List<JsonNode>> Collect(this RunningSilo silo, int count)
    {
        var marks = new List<JsonNode>();
        for (long after = 0; marks.Count < count; after = Id(marks[^1]))
            marks.AddRange(await silo.Ask(after));

        marks.AddRange(await silo.Ask(Id(marks[^1]), wait: 0));

        return [.. marks.OrderBy(Tid, StringComparer.Ordinal)];
    }

    public static long Id(JsonNode mark) => (long)mark["id"]!;

    public static string Tid(JsonNode mark) => (string)mark["tid"]!;

    public static string Outcome(JsonNode mark) => (string)mark["outcome"]!;
}

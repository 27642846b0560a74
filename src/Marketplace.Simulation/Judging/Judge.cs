using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Audit;
using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Grains.EventDelivery;
using Marketplace.Silo;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Workload;

namespace Marketplace.Simulation.Judging;

/// <summary>What is wrong with a world.</summary>
/// <param name="Check">Name of the check that found it: one of the audit's, or one of the simulator's own.</param>
/// <param name="Witness">The first thing that it found.</param>
internal sealed record Finding(string Check, string Witness)
{
    public override string ToString() => $"{Check}: {Witness}";
}

/// <summary>Judges a world that is at rest, with the checks of the audit, on what its clients saw and what its silo shows.</summary>
internal static class Judge
{
    // An answer of the payment provider, which is outside, is lost with the silo that asked for it; and what a silo was given is known while it runs.
    private static readonly ImmutableHashSet<string> ExplainedByKills = ["payment.once", "placement"];

    // The audit compares times of the silo: two silos with clocks that differ have no order in time.
    private static readonly ImmutableHashSet<string> ExplainedByClocks = ["delivery.rule"];

    // Each silo of a cluster looks for abandoned sessions by its own clock.
    private static readonly ImmutableHashSet<string> ExplainedByClocksOfCluster = ["abandon.exact"];

    // Sagas don't claim it, as without the events of the items nobody could tell what a warning was due to; with them all can be told.
    private static readonly ImmutableHashSet<string> HeldUnderSagas = ["lowstock.exact"];

    // Without a protocol each service keeps its own rules, whatever fails; what was in the middle stays half done.
    private static readonly ImmutableHashSet<string> HeldWithoutProtocol =
        ["cart.once", "stock.bounds", "product.linear", "dash.self", "driver.self", "load.counts"];

    /// <summary>Runs the audit.</summary>
    /// <param name="entry">The silo. Runs on its machine.</param>
    /// <param name="shop">What clients did.</param>
    /// <param name="killed">Whether a silo ended in the middle.</param>
    /// <param name="faults">What went wrong.</param>
    public static async Task<List<Finding>> Examine(Entry entry, Shop shop, bool killed, FaultPlan faults)
    {
        var (isFaulty, isClockSet) = (faults.HaveBitten, faults.Bites[(int)Fault.ClockBack] + faults.Bites[(int)Fault.ClockForward] > 0);
        var settings = shop.Settings;
        var products = settings.Sellers * settings.ProductsPerSeller;
        var history = new AuditHistory(Shop.Run, new HistoryClock(0, TurnLoop.Began, TimeSpan.TicksPerSecond), () => shop.History);
        var run = new AuditedRun(
            history,
            new DataSetCounts(settings.Customers, settings.Sellers, products, products, 0),
            Driver(shop),
            Mix(shop),
            TargetClaims.OfSilo(name => Claimed(settings, name)));
        var result = await new MarketplaceAudit(run).Run(new SiloFacts(entry, settings.IsWritten), Silent.Instance, CancellationToken.None);
        return [.. result.Checks
            .Where(check => !check.Passed
                || (check.Violations > 0 && settings.Protocol == "saga" && HeldUnderSagas.Contains(check.Id)))
            .Where(check => !(killed && ExplainedByKills.Contains(check.Id)))
            .Where(check => !(isClockSet && ExplainedByClocks.Contains(check.Id)))
            .Where(check => !(isClockSet && settings.IsCluster && ExplainedByClocksOfCluster.Contains(check.Id)))
            .Where(check => !isFaulty || settings.Protocol != "none" || HeldWithoutProtocol.Contains(check.Id))
            .Select(static check => new Finding(check.Id, check.Witnesses.FirstOrDefault() ?? check.Reason ?? ""))];
    }

    private static string? Claimed(WorldSettings settings, string name) => name switch
    {
        "Protocol" => settings.Protocol,
        "Storage" => settings.IsStored ? "postgres" : "memory",
        "Recording" => "full",
        "AuditLog" => settings.IsLogged ? "postgres" : "none",
        "Replication" => settings.Replication,
        "Replication:Transport" => settings.IsOverRedis ? "redis" : "streams",
        "Delivery" => settings.Delivery switch
        {
            DeliveryLevel.ExactlyOnce => "exactly-once",
            DeliveryLevel.AtLeastOnce => "at-least-once",
            _ => "at-most-once",
        },
        "EventOrder" => settings.IsOrderCausal ? "causal" : "unordered",
        "StockReference" => settings.IsReferenceConsistent ? "consistent" : "available",
        "PaymentProvider:DeclineRate" => settings.DeclineRate.ToString(CultureInfo.InvariantCulture),
        "PaymentProvider:Outage" => settings.PaymentOutage.ToString(CultureInfo.InvariantCulture),
        _ => null,
    };

    private static DriverFacts Driver(Shop shop)
    {
        var mixed = shop.History.Where(static operation => operation.Kind.IsOfMix()).ToList();
        return new DriverFacts(
            mixed.GroupBy(static operation => operation.Kind).ToImmutableDictionary(static some => some.Key, static some => some.LongCount()),
            mixed.GroupBy(static operation => operation.Kind).ToImmutableDictionary(
                static some => some.Key,
                static some => some.GroupBy(static operation => operation.Outcome)
                    .ToImmutableDictionary(static like => like.Key, static like => like.LongCount())),
            AbandonedSessions: 0,
            shop.Settings.Customers,
            shop.Idle,
            Unsent: shop.Left,
            SendLagP99Ms: 0,
            [.. shop.Inconsistent]);
    }

    // The deck is dealt to the end, so the mix is what it holds.
    private static ImmutableDictionary<OperationKind, double> Mix(Shop shop)
    {
        var mixed = shop.History.Where(static operation => operation.Kind.IsOfMix()).ToList();
        return mixed.GroupBy(static operation => operation.Kind)
            .ToImmutableDictionary(static some => some.Key, some => 100.0 * some.Count() / mixed.Count);
    }

    private sealed class Silent : IProgress<string>
    {
        public static readonly Silent Instance = new();

        public void Report(string value)
        {
        }
    }
}

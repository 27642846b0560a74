using System.Collections.Frozen;
using System.Globalization;
using Marketplace.Driver.Audit.Checks;
using Marketplace.Driver.Audit.Events;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Audit.Claims;

/// <summary>Whether a check is claimed, and if not, why.</summary>
/// <param name="IsClaimed">True if a violation fails the run.</param>
/// <param name="Reason">Why it is not claimed; null if it is.</param>
internal readonly record struct Claim(bool IsClaimed, string? Reason);

/// <summary>
/// Which checks a target claims: by what its settings guarantee, and by whether a transaction was interrupted (aborted, or without an
/// answer). docs/criteria.md shows this table; a test compares the two.
/// </summary>
internal static class ClaimTable
{
    /// <summary>
    /// The criteria that every system must meet (spec §4, "required"), by the checks that speak of them; and placement, where a silo must
    /// keep what it declares itself.
    /// </summary>
    private static readonly FrozenSet<string> RequiredChecks =
        new[] { "cart.once", "stock.bounds", "customer.counts", "product.linear", "delivery.once", "placement" }.ToFrozenSet();

    /// <summary>What each transaction protocol guarantees (docs/protocols.md); one that is not here guarantees what `none` does.</summary>
    public static FrozenDictionary<string, Guarantee> Protocols { get; } = new Dictionary<string, Guarantee>
    {
        ["none"] = Guarantee.EachService,
        ["locking"] = Guarantee.AllServices,
        ["ordered-locking"] = Guarantee.AllServices,
        ["deterministic"] = Guarantee.AllServices,
        ["optimistic"] = Guarantee.AllServices,
        ["orleans-transactions"] = Guarantee.AllServices,
        ["saga"] = Guarantee.InTheEnd,
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    /// <summary>
    /// An Update Delivery may pass over an order whose first delivery is taken back a moment later; a seller may be warned because of a
    /// request that is, and shown an order that is.
    /// </summary>
    private static readonly FrozenSet<string> SeeUndecided = new[] { "delivery.rule", "lowstock.exact", "dash.fresh" }.ToFrozenSet();

    private const string NotIsolated = "Not claimed is what needs isolation: steps of a saga are seen before it has ended.";

    private const string Interrupted =
        "Not claimed are the checks that compare services: without a transaction protocol an interrupted transaction stays half done.";

    /// <summary>Looks a check up.</summary>
    /// <param name="interrupted">True if a transaction was aborted or its outcome is unknown.</param>
    public static Claim Of(Guarantee guarantee, bool interrupted, Check check, ReplicationLevel replication) => guarantee switch
    {
        _ when check.Scope == CheckScope.Driver => new Claim(true, null),
        _ when check.Replication > replication || !check.IsAsked => new Claim(false, null),
        Guarantee.DriverOnly => new Claim(false, "Nothing is claimed of a target that keeps no state."),
        Guarantee.Required when !RequiredChecks.Contains(check.Id) =>
            new Claim(false, "Not claimed is what goes beyond the criteria that every system must meet: the settings are not known."),
        Guarantee.InTheEnd when SeeUndecided.Contains(check.Id) => new Claim(false, NotIsolated),
        _ when check.Scope == CheckScope.Isolation && guarantee != Guarantee.AllServices => new Claim(false, null),
        _ when check.Scope == CheckScope.Services && interrupted && guarantee is not (Guarantee.AllServices or Guarantee.InTheEnd) =>
            new Claim(false, Interrupted),
        _ => new Claim(true, null),
    };

    /// <summary>What a target's settings promise.</summary>
    public static Guarantee Of(TargetSettings target)
    {
        if (target.Reference is not null)
            return Guarantee.DriverOnly;
        if (target.Launch is not { } launch)
            return Guarantee.Required;
        var settings = new LaunchSettings(launch);
        if (settings.Is("Preset", "null"))
            return Guarantee.DriverOnly;
        return Protocols.TryGetValue(settings["Protocol"] ?? "none", out var guarantee)
            ? guarantee
            : Guarantee.EachService;
    }

    /// <summary>The level of replication that a target's settings ask for; none where they are not known.</summary>
    public static ReplicationLevel ReplicationOf(TargetSettings target) =>
        target.Launch is { } launch ? ReplicationLevels.Of(new LaunchSettings(launch)["Replication"]) : ReplicationLevel.None;

    /// <summary>Whether a target's settings have updates of products come to the carts that hold them; false where they are not known.</summary>
    public static bool AreProductsFollowed(TargetSettings target) =>
        target.Launch is { } launch && new LaunchSettings(launch).HasFollowingCarts;

    /// <summary>Whether a target's settings ask for resources of each service's own; false where they are not known.</summary>
    public static bool IsPerServiceAsked(TargetSettings target) =>
        Is(target, "Placement", "per-service");

    /// <summary>Whether a target's settings have it keep its states in a database; false where they are not known.</summary>
    public static bool IsDatabaseAsked(TargetSettings target) => Is(target, "Storage", "postgres");

    /// <summary>Whether a target's settings have it keep an audit log; false where they are not known.</summary>
    public static bool IsLogAsked(TargetSettings target) => Is(target, "AuditLog", "postgres");

    /// <summary>Whether a target's settings have it record all that its transactions do; false where they are not known.</summary>
    public static bool IsRecordingAsked(TargetSettings target) => Is(target, "Recording", "full");

    /// <summary>How often a target's settings let an event take effect; at most once where they are not known.</summary>
    public static EventLevel DeliveryOf(TargetSettings target) =>
        Is(target, "Delivery", "exactly-once") ? EventLevel.ExactlyOnce
        : Is(target, "Delivery", "at-least-once") ? EventLevel.AtLeastOnce
        : EventLevel.AtMostOnce;

    /// <summary>Whether a target's settings let events come in any order; false where they are not known.</summary>
    public static bool IsUnorderedAsked(TargetSettings target) => target.Launch is not null && !Is(target, "EventOrder", "causal");

    /// <summary>
    /// Share of the payments that the provider of a scenario's target declines, 0–1; null where that is not known, or where calls may not reach
    /// the provider at all.
    /// </summary>
    public static double? DeclineRateOf(Scenario scenario)
    {
        if (scenario.Target.Launch is null || (Given(scenario, "PaymentProvider:Outage") is { } outage && outage != "0"))
            return null;
        return Given(scenario, "PaymentProvider:DeclineRate") is not { } rate ? 0
            : double.TryParse(rate, NumberStyles.Float, CultureInfo.InvariantCulture, out var share) ? share : null;
    }

    /// <summary>
    /// How often an aborted transaction is tried in a scenario's target before that is the answer; null where that is not known, or the silo does
    /// not count aborts (transactions of Orleans).
    /// </summary>
    public static int? AttemptsOf(Scenario scenario)
    {
        const int RetriesByDefault = 10;
        if (scenario.Target.Launch is not { } launch || new LaunchSettings(launch).Is("Protocol", "orleans-transactions"))
            return null;
        return Given(scenario, "Protocol:Retries") is not { } given ? RetriesByDefault + 1
            : int.TryParse(given, CultureInfo.InvariantCulture, out var retries) ? retries + 1 : null;
    }

    private static string? Given(Scenario scenario, string name) => RunningTarget.Settings(scenario, [])
        .LastOrDefault(setting => setting.Key.Equals($"Marketplace:{name}", StringComparison.OrdinalIgnoreCase)).Value;

    private static bool Is(TargetSettings target, string name, string value) =>
        target.Launch is { } launch && new LaunchSettings(launch).Is(name, value);
}

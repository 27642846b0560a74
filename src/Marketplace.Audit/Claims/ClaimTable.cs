using System.Collections.Frozen;
using Marketplace.Audit.Checks;

namespace Marketplace.Audit.Claims;

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
}

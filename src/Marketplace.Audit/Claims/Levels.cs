using System.Collections.Immutable;

namespace Marketplace.Audit.Claims;

/// <summary>What the settings of a target promise.</summary>
public enum Guarantee
{
    /// <summary>The settings are not known (a target by URL): the criteria that every system must meet, S#2–S#7, and no more.</summary>
    Required = 0,

    /// <summary>Protocol `none` of our silo: each service keeps its own rules; an interrupted transaction stays half done.</summary>
    EachService = 1,

    /// <summary>The target keeps no state (preset `null`, the reference target): only the driver can be checked.</summary>
    DriverOnly = 2,

    /// <summary>
    /// A transaction protocol of our silo that is all or nothing, and serializable: whatever is interrupted is whole or has no effect, and
    /// nobody sees a part of it.
    /// </summary>
    AllServices = 3,

    /// <summary>
    /// A protocol that compensates: in the end whatever was interrupted is whole or has no effect, and until then others see a part of it.
    /// </summary>
    InTheEnd = 4,
}

/// <summary>Levels of the replication from Product to Cart (spec §4), lowest first.</summary>
public enum ReplicationLevel
{
    /// <summary>Carts hear of no update.</summary>
    None = 0,

    /// <summary>Whatever a cart knows was once so at the product.</summary>
    Eventual = 1,

    /// <summary>Besides, a cart never goes back to an older state of a product.</summary>
    CausalPerObject = 2,

    /// <summary>Besides, a cart knows all updates of a seller up to some, and those that were acknowledged before it is checked out.</summary>
    CausalAcrossObjects = 3,
}

/// <summary>Names of the levels.</summary>
public static class ReplicationLevels
{
    /// <summary>What the setting Replication calls them, by level.</summary>
    public static ImmutableArray<string> Names { get; } = ["none", "eventual", "causal-per-object", "causal-across-objects"];

    /// <summary>Its name.</summary>
    public static string Name(this ReplicationLevel level) => Names[(int)level];

    /// <summary>The level of a name; none, if there is no such level.</summary>
    /// <param name="name">The name, in any casing; null for the default.</param>
    public static ReplicationLevel Of(string? name)
    {
        var index = Names.FindIndex(other => other.Equals(name, StringComparison.OrdinalIgnoreCase));
        return index < 0 ? ReplicationLevel.None : (ReplicationLevel)index;
    }

    private static int FindIndex(this ImmutableArray<string> names, Func<string, bool> match)
    {
        for (var i = 0; i < names.Length; i++)
        {
            if (match(names[i]))
                return i;
        }

        return -1;
    }
}

/// <summary>How often an event takes effect.</summary>
public enum EventLevel
{
    /// <summary>At most once: the level of a target whose settings do not say more.</summary>
    AtMostOnce = 0,

    /// <summary>At least once.</summary>
    AtLeastOnce = 1,

    /// <summary>Exactly once.</summary>
    ExactlyOnce = 2,
}

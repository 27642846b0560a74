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

using Marketplace.Audit.Claims;

namespace Marketplace.Audit.Checks;

/// <summary>A check of the replication from Product to Cart.</summary>
/// <param name="level">The level of replication from which on it must hold.</param>
internal abstract class ReplicationCheck(ReplicationLevel level) : Check
{
    /// <summary>Level of a check that had nothing to look at.</summary>
    protected const string Nothing = "nothing observed";

    public override string Criterion => "Replication";
    public override CheckScope Scope => CheckScope.Services;
    public override ReplicationLevel Replication => level;

    /// <summary>Why the target does not show what is needed; null if it does.</summary>
    public string? NotShown { get; set; } = RunFacts.NotFull;

    public override string? Hidden => NotShown;
    public override string Level => Findings.Violations > 0 ? Violated : Findings.Examined > 0 ? Holds : Nothing;
    public override string? Note => Told;

    /// <summary>What is to be told besides, where it is examined.</summary>
    protected virtual string? Told => null;
}

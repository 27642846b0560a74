using Marketplace.Driver.Audit.Claims;

namespace Marketplace.Driver.Audit.Checks;

/// <summary>A check of the replication from Product to Cart.</summary>
/// <param name="level">The level of replication from which on it must hold.</param>
internal abstract class ReplicationCheck(ReplicationLevel level) : Check
{
    /// <summary>Level of a check that had nothing to look at.</summary>
    protected const string Nothing = "nothing observed";

    /// <inheritdoc/>
    public override string Criterion => "Replication";

    /// <inheritdoc/>
    public override CheckScope Scope => CheckScope.Services;

    /// <inheritdoc/>
    public override ReplicationLevel Replication => level;

    /// <summary>True if the target shows what is needed.</summary>
    public bool IsShown { get; set; }

    /// <inheritdoc/>
    public override bool IsHidden => !IsShown;

    /// <inheritdoc/>
    public override string Level => Findings.Violations > 0 ? Violated : Findings.Examined > 0 ? Holds : Nothing;

    /// <inheritdoc/>
    public override string? Note => IsHidden ? "Not examined: the silo records nothing of its replication; Recording is not full." : Told;

    /// <summary>What is to be told besides, where it is examined.</summary>
    protected virtual string? Told => null;
}

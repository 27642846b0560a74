using Marketplace.Audit.Claims;

namespace Marketplace.Audit.Checks;

/// <summary>How far a check looks: what a target must guarantee for it to hold.</summary>
internal enum CheckScope
{
    /// <summary>The driver, and what it loaded: depends on no setting of the target.</summary>
    Driver = 0,

    /// <summary>Facts of one service: holds as long as each grain keeps its own rules.</summary>
    Service = 1,

    /// <summary>Facts of several services that one transaction must change together: an interrupted transaction may break it.</summary>
    Services = 2,

    /// <summary>What transactions see of each other: holds under a protocol that makes them serializable.</summary>
    Isolation = 3,
}

/// <summary>One check: what must hold, and what was found. It is told the facts it asks for by the interfaces it implements.</summary>
internal abstract class Check
{
    /// <summary>Level of a check without levels that found no violation.</summary>
    protected const string Holds = "holds";

    /// <summary>Level of a check that found its lowest level violated.</summary>
    protected const string Violated = "violated";

    private string? _hidden;

    /// <summary>Its name.</summary>
    public abstract string Id { get; }

    /// <summary>The criterion, or the part of the system, that it speaks of.</summary>
    public abstract string Criterion { get; }

    /// <summary>How far it looks.</summary>
    public abstract CheckScope Scope { get; }

    /// <summary>The level of replication from which on it must hold.</summary>
    public virtual ReplicationLevel Replication => ReplicationLevel.None;

    /// <summary>What must hold, in plain sentences.</summary>
    public abstract string Statement { get; }

    /// <summary>True if it can't be made without the exports of the target.</summary>
    public virtual bool NeedsExports => true;

    /// <summary>Why the target, which has exports, does not offer those that this check needs; null if it does.</summary>
    public virtual string? Hidden => _hidden;

    /// <summary>Why facts that should be there were not: a failure, other than what is hidden; null if none are missing.</summary>
    public string? Gap { get; private set; }

    /// <summary>True if it has the facts to be examined.</summary>
    public bool IsOpen => Hidden is null && Gap is null;

    /// <summary>False if the settings of the target ask for a lower level than the one that it speaks of: then nothing is claimed.</summary>
    public virtual bool IsAsked => true;

    /// <summary>What it found.</summary>
    public Findings Findings { get; } = new();

    /// <summary>The level that held.</summary>
    public virtual string Level => Findings.Violations == 0 ? Holds : Violated;

    /// <summary>What a reader should know besides; null for nothing.</summary>
    public virtual string? Note => null;

    /// <summary>The target does not offer the facts.</summary>
    public void Hide(string reason) => _hidden = reason;

    /// <summary>Facts that should be there were not. The first reason counts.</summary>
    /// <param name="reason">Why, for example "GET audit/events answered 500".</param>
    public void Miss(string reason) => Gap ??= reason;
}

/// <summary>A check that looks at customers one by one.</summary>
internal interface ICustomerCheck
{
    void Examine(CustomerFacts customer);
}

/// <summary>A check that looks at products one by one.</summary>
internal interface IProductCheck
{
    void Examine(ProductFacts product);
}

/// <summary>A check that looks at sellers one by one.</summary>
internal interface ISellerCheck
{
    void Examine(SellerFacts seller);
}

/// <summary>A check that looks at the run as a whole.</summary>
internal interface IRunCheck
{
    void Examine(RunFacts run);
}

using Marketplace.Audit.Checks;
using Marketplace.Audit.Claims;

namespace Marketplace.Audit.Replication;

/// <summary>The checks of the replication from Product to Cart; together they tell which of its levels held.</summary>
/// <param name="run">Tells which level the settings ask for.</param>
internal sealed class ReplicationChecks(AuditHistory history, RunFacts run)
{
    /// <summary>What a cart knows was once so.</summary>
    public ReplGenuine Genuine { get; } = new(history);

    /// <summary>A checkout goes by what its cart knows.</summary>
    public ReplUsed Used { get; } = new(history);

    /// <summary>A cart does not go back.</summary>
    public ReplObject Object { get; } = new(history);

    /// <summary>A cart knows all updates of a seller up to some.</summary>
    public ReplAcross Across { get; } = new(history, run);

    /// <summary>A cart knows what was acknowledged.</summary>
    public ReplReadYourWrites ReadYourWrites { get; } = new(history);

    /// <summary>In the end a cart knows what is.</summary>
    public ReplFinal Final { get; } = new(history, run) { NotShown = null };

    /// <summary>How long updates take.</summary>
    public ReplLag Lag { get; } = new(history);

    /// <summary>Why nothing is recorded, where nothing is.</summary>
    public string NotRecorded => run.NotRecorded;

    public ReplicationCheck[] All => [Genuine, Used, Object, Across, ReadYourWrites, Lag];

    /// <summary>Those, and the one that looks at the carts as they are: it needs no record.</summary>
    public ReplicationCheck[] AllAndFinal => [.. All, Final];

    /// <summary>What they found together; null if the target shows nothing of its replication.</summary>
    public ReplicationSummary? Summary => !Genuine.IsOpen
        ? null
        : new ReplicationSummary(
            Held.Name(),
            Genuine.Findings.Examined,
            Lag.Findings.Examined,
            Lag.Times,
            ReadYourWrites.Findings.Examined,
            ReadYourWrites.Behind,
            ReadYourWrites.Missing.Quantile(0.99),
            ReadYourWrites.Missing.Max);

    private ReplicationLevel Held
    {
        get
        {
            if (Genuine.Findings is { Examined: 0 } or { Violations: > 0 } || Final.Findings.Violations > 0)
                return ReplicationLevel.None;
            if (Object.Findings.Violations > 0)
                return ReplicationLevel.Eventual;
            return Across.Findings is { Examined: > 0, Violations: 0 } && ReadYourWrites.Findings.Violations == 0
                ? ReplicationLevel.CausalAcrossObjects
                : ReplicationLevel.CausalPerObject;
        }
    }
}

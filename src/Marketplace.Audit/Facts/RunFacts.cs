using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Facts;

/// <summary>A run as it was asked for, and sums over the whole of it.</summary>
/// <param name="run">What the driver knows of it.</param>
internal sealed class RunFacts(AuditedRun run)
{
    /// <summary>Why there are no facts that only a full recording shows.</summary>
    public const string NotFull = "Recording is not full";

    /// <summary>What the data set held.</summary>
    public DataSetCounts Loaded => run.Loaded;

    /// <summary>What the driver knows about itself.</summary>
    public DriverFacts Driver => run.Driver;

    /// <summary>Share of each transaction, in percent.</summary>
    public IReadOnlyDictionary<OperationKind, double> Mix => run.Mix;

    public TargetClaims Claims => run.Claims;

    /// <summary>When the load began, UTC.</summary>
    public DateTime Began => run.History.Clock.Utc.UtcDateTime;

    /// <summary>Checks that the scenario asks for by name: the run fails if one is not examined.</summary>
    public IReadOnlyCollection<string> RequiredChecks => run.RequiredChecks;

    /// <summary>What the silos have counted of the reasons for 503; null where one of them does not say.</summary>
    public RefusalCounters? Refusals => run.Refusals;

    /// <summary>Requests for transactions and dashboards that were answered 503.</summary>
    public long Unavailable { get; set; }

    /// <summary>Why what the recording shows is not there, where it is not.</summary>
    public string NotRecorded { get; set; } = NotFull;

    /// <summary>True if the target shows an audit log.</summary>
    public bool HasLog { get; set; }

    /// <summary>What the silos gave to each service; null if the target does not tell.</summary>
    public IReadOnlyList<PlacementExport>? Placement { get; set; }

    /// <summary>Whether updates that were on their way have reached the carts; null if the target does not tell.</summary>
    public ReplicaDeliveriesExport? Deliveries { get; set; }

    /// <summary>Customers exported.</summary>
    public long Customers { get; set; }

    /// <summary>Sellers exported that were ingested.</summary>
    public long Sellers { get; set; }

    /// <summary>Products exported.</summary>
    public long Products { get; set; }

    /// <summary>Stock items exported.</summary>
    public long Stock { get; set; }

    /// <summary>Pre-populated orders exported.</summary>
    public long Orders { get; set; }

    /// <summary>Operations of the history, by kind and outcome.</summary>
    public Dictionary<(OperationKind Kind, OutcomeClass Outcome), long> Operations { get; } = [];

    /// <summary>Sessions filled and sealed without a checkout, as the history says.</summary>
    public long AbandonedSessions { get; set; }

    /// <summary>Dashboards of the history that were answered.</summary>
    public long Dashboards { get; set; }

    /// <summary>Those whose aggregate contradicts their own entries.</summary>
    public long InconsistentDashboards { get; set; }

    /// <summary>Records of other runs' transactions found on the silo: it was not reset before this one.</summary>
    public long Foreign { get; set; }
}

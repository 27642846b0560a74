using Marketplace.Contracts.Audit;
using Marketplace.Driver.Audit.Claims;
using Marketplace.Driver.Audit.Events;
using Marketplace.Driver.Data;
using Marketplace.Driver.History;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Audit.Facts;

/// <summary>Sums over the whole run.</summary>
internal sealed class RunFacts(DataSetCounts expected, DriverFacts driver, MixSettings mix)
{
    /// <summary>Why there are no facts that only a full recording shows.</summary>
    public const string NotFull = "Recording is not full";

    /// <summary>What the data set held.</summary>
    public DataSetCounts Expected => expected;

    /// <summary>What the driver knows about itself.</summary>
    public DriverFacts Driver => driver;

    /// <summary>Share of each transaction, in percent.</summary>
    public MixSettings Mix => mix;

    /// <summary>When the load began, UTC.</summary>
    public DateTime Began { get; init; }

    /// <summary>True if the settings of the target ask for resources of each service's own.</summary>
    public bool IsPerServiceAsked { get; init; }

    /// <summary>True if the settings of the target have it keep its states in a database.</summary>
    public bool IsDatabaseAsked { get; init; }

    /// <summary>True if the settings of the target have it keep an audit log.</summary>
    public bool IsLogAsked { get; init; }

    /// <summary>The level of replication that the settings of the target ask for.</summary>
    public ReplicationLevel Replication { get; init; }

    /// <summary>True if the settings of the target have updates of products come to the carts that hold them.</summary>
    public bool AreProductsFollowed { get; init; }

    /// <summary>How often the settings of the target let an event take effect.</summary>
    public EventLevel Delivery { get; init; }

    /// <summary>True if the settings of the target let events come in any order.</summary>
    public bool IsUnorderedAsked { get; init; }

    /// <summary>True if the settings of the target have it record all that its transactions do.</summary>
    public bool IsRecordingAsked { get; init; }

    /// <summary>True if the protocol that the settings ask for keeps the order of real time.</summary>
    public bool IsStrictAsked { get; init; }

    /// <summary>Share of the payments that the provider declines by the settings of the target, 0–1; null where they are not known.</summary>
    public double? DeclineRate { get; init; }

    /// <summary>
    /// How often an aborted transaction is tried by the settings of the target, before that is the answer; null where they are not known.
    /// </summary>
    public int? Attempts { get; init; }

    /// <summary>What the silos have counted of the reasons for 503; null where one of them does not say.</summary>
    public RefusalCounters? Refusals { get; init; }

    /// <summary>Requests for transactions and dashboards that were answered 503.</summary>
    public long Unavailable { get; set; }

    /// <summary>True if the driver launched the target, so that it has exports.</summary>
    public bool AreExportsAsked { get; init; }

    /// <summary>Checks that the scenario asks for by name: the run fails if one is not examined.</summary>
    public IReadOnlyCollection<string> RequiredChecks { get; init; } = [];

    /// <summary>Why what the recording shows is not there, where it is not.</summary>
    public string NotRecorded { get; set; } = NotFull;

    /// <summary>True if the target shows an audit log.</summary>
    public bool HasLog { get; set; }

    /// <summary>What the silos gave to each service; null if the target does not tell.</summary>
    public IReadOnlyList<PlacementExport>? Placement { get; set; }

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

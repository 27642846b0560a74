using System.Collections.Immutable;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load.Records;

/// <summary>Requests to the record service: of all roles, or reads and writes of items. Thread-safe.</summary>
internal sealed class RecordsWorkload : IWorkload
{
    private static readonly ImmutableArray<WorkloadOperation> OfRoles = [new("roles", IsRead: true)];
    private static readonly ImmutableArray<WorkloadOperation> OfItems =
    [
        new("getBySku", IsRead: true), new("listByOwner", IsRead: true), new("get", IsRead: true), new("create", IsRead: false),
        new("update", IsRead: false), new("delete", IsRead: false),
    ];

    // Of the reads, and of the writes; deletions are only made alone.
    private static readonly double[] ShareOfItems = [0.5, 0.3, 0.2, 0.7, 0.3, 0];

    private long _created;
    private long _deleted;

    /// <summary>Prepares a workload.</summary>
    /// <param name="rows">Items of the seed.</param>
    public RecordsWorkload(Scenario scenario, int rows)
    {
        var settings = scenario.Workload;
        Operations = OperationsOf(settings)!.Value;
        Rows = rows;
        Mix = new AliasSampler([.. OfItems.Select((operation, i) => settings.Items.Operation is ItemSettings.AllOperations
            ? ShareOfItems[i] * (operation.IsRead ? settings.Items.Reads : 100 - settings.Items.Reads)
            : operation.Name == settings.Items.Operation ? 1 : 0)]);
        Keys = settings.Items.Keys.Distribution == "zipfian" && rows > 0 ? AliasSampler.Zipfian(rows, settings.Items.Keys.Exponent) : null;
        Evidence = new RecordEvidence(rows);
    }

    public ImmutableArray<WorkloadOperation> Operations { get; }

    /// <summary>Items of the seed.</summary>
    public int Rows { get; }

    /// <summary>Picks an operation on items.</summary>
    public AliasSampler Mix { get; }

    /// <summary>Picks an item of the seed, from 0; null if all are picked equally often.</summary>
    public AliasSampler? Keys { get; }

    /// <summary>What the audit of the run goes by.</summary>
    public RecordEvidence Evidence { get; }

    public IWorkloadWorker CreateWorker(WorkerParts parts) => Operations == OfRoles
        ? new RolesWorker(new WorkerTools(parts), parts.Endpoint, this)
        : new ItemsWorker(new WorkerTools(parts), parts.Endpoint, this);

    /// <summary>The operations of a workload on records; null of the marketplace.</summary>
    public static ImmutableArray<WorkloadOperation>? OperationsOf(WorkloadSettings settings) => settings.Kind switch
    {
        "roles" => OfRoles,
        "items" => OfItems,
        WorkloadSettings.Database => YcsbWorkload.OperationsOf(settings.Ycsb),
        _ => null,
    };

    /// <summary>A key that no item has.</summary>
    public long NextKey() => Rows + Interlocked.Increment(ref _created);

    /// <summary>The key of an item of the seed that is to be deleted: one after the other, from the first again after the last.</summary>
    /// <returns>The key, and whether its item is certainly there.</returns>
    public (long Key, bool IsThere) NextDeletion()
    {
        var number = Interlocked.Increment(ref _deleted) - 1;
        return (1 + number % Math.Max(1, Rows), number < Rows);
    }
}

using System.Collections.Immutable;
using Marketplace.Audit.History;

namespace Marketplace.Driver.Load;

/// <summary>What a load submits: its operations, and workers that submit them. Thread-safe.</summary>
internal interface IWorkload
{
    /// <summary>Its operations. A worker records each under its place in this list.</summary>
    ImmutableArray<WorkloadOperation> Operations { get; }

    /// <summary>Makes a worker.</summary>
    /// <param name="parts">What it works with, and no other worker.</param>
    IWorkloadWorker CreateWorker(WorkerParts parts);

    /// <summary>What the driver knows of the customers, once all workers have ended.</summary>
    CustomerFigures Customers => CustomerFigures.None;
}

/// <summary>Submits operations one after the other. One chain of continuations uses it.</summary>
internal interface IWorkloadWorker
{
    /// <summary>Prepares the target before the first operation.</summary>
    ValueTask Prepare();

    /// <summary>Submits an operation, waits for its end, and records it.</summary>
    /// <param name="arrival">Its planned arrival in an open loop; null in a closed one.</param>
    ValueTask Submit(long? arrival);
}

/// <summary>An operation of a workload.</summary>
/// <param name="Name">What results call it.</param>
/// <param name="IsRead">True if it changes nothing.</param>
/// <param name="Kind">Its kind in the history of the marketplace; null of other workloads, which have no such history.</param>
internal sealed record WorkloadOperation(string Name, bool IsRead, OperationKind? Kind = null);

/// <summary>What the driver knows of the customers of the marketplace after a load.</summary>
/// <param name="Idle">In no session.</param>
/// <param name="Retired">Put aside.</param>
/// <param name="Witnesses">Dashboards that contradicted themselves.</param>
internal sealed record CustomerFigures(int Idle, int Retired, ImmutableArray<string> Witnesses)
{
    /// <summary>There are none.</summary>
    public static CustomerFigures None { get; } = new(0, 0, []);
}

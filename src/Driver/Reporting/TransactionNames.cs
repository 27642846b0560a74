using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting;

/// <summary>What the public results call the kinds of transaction.</summary>
internal static class TransactionNames
{
    private static readonly string[] Names = ["checkout", "priceUpdate", "productDelete", "updateDelivery", "dashboard"];

    /// <summary>All kinds, in order.</summary>
    public static IEnumerable<OperationKind> Kinds => Enumerable.Range(0, WorkerRecorder.Kinds).Select(kind => (OperationKind)kind);

    /// <summary>The name of a kind, as summary.json and scenarios write it.</summary>
    /// <param name="kind">A transaction or query; not a seal.</param>
    public static string Of(OperationKind kind) => Names[(int)kind];
}

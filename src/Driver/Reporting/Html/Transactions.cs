using Marketplace.Audit.History;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>How the report shows the kinds of transaction: always in the same order and colour.</summary>
internal static class Transactions
{
    /// <summary>Key in summary.json, name for people and style of each kind.</summary>
    public static IReadOnlyList<(string Key, string Name, string Style)> All { get; } =
        [.. TransactionNames.Kinds.Select(kind => (TransactionNames.Of(kind), Name(kind), $"c{(int)kind}"))];

    private static string Name(OperationKind kind) => kind switch
    {
        OperationKind.Checkout => "Checkout",
        OperationKind.PriceUpdate => "Price update",
        OperationKind.ProductDelete => "Product delete",
        OperationKind.UpdateDelivery => "Update delivery",
        _ => "Dashboard",
    };
}

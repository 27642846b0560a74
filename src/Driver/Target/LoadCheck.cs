using Marketplace.Audit;

namespace Marketplace.Driver.Target;

/// <summary>Compares what the target holds with what was ingested.</summary>
internal static class LoadCheck
{
    /// <summary>Counts the target's exports.</summary>
    /// <returns>Differences, in words; null if the target has no exports to count.</returns>
    /// <exception cref="TargetException">The target failed.</exception>
    public static async Task<IReadOnlyList<string>?> RunAsync(
        TargetClient target,
        DataSetCounts counts,
        CancellationToken cancellationToken)
    {
        (string Name, long Expected)[] exports =
        [
            ("sellers", counts.Sellers),
            ("customers", counts.Customers),
            ("products", counts.Products),
            ("stock", counts.Stock),
            ("orders", counts.Orders),
            ("payments", counts.Orders),
            ("shipments", counts.Orders),
        ];
        var differences = new List<string>();
        foreach (var (name, expected) in exports)
        {
            if (await target.CountAsync(name, cancellationToken) is not { } found) return null;
            if (found != expected) differences.Add($"expected {expected} {name}, found {found}");
        }

        return differences;
    }
}

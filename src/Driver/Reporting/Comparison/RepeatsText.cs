using System.Globalization;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>Says where repeats are too few for an interval.</summary>
internal static class RepeatsText
{
    /// <summary>Says it.</summary>
    /// <param name="counts">How many repeats there are of each thing that is shown.</param>
    /// <returns>For example "2 repeats, no interval"; null if there are enough everywhere.</returns>
    public static string? WithoutInterval(IEnumerable<int> counts)
    {
        var few = counts.Where(count => count is > 0 and < Estimate.RepeatsMin).Distinct().Order().ToList();
        if (few.Count == 0) return null;
        var numbers = string.Join(" or ", few.Select(count => count.ToString(CultureInfo.InvariantCulture)));
        return $"{numbers} {(few is [1] ? "repeat" : "repeats")}, no interval";
    }
}

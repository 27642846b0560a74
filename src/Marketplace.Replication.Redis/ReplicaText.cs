using System.Globalization;
using Marketplace.Grains.Replication;

namespace Marketplace.Replication.Redis;

/// <summary>
/// How a product lies in Redis: both sequences, the price with its scale, and after a plus the version, whatever is in it; a minus if it is gone.
/// </summary>
internal static class ReplicaText
{
    private const int Parts = 4;

    public static string Write(ProductReplica replica) => string.Create(
        CultureInfo.InvariantCulture,
        $"{replica.Sequence} {replica.SellerSequence} {replica.Price} {(replica.Version is { } version ? "+" + version : "-")}");

    /// <exception cref="FormatException">The text was not written here.</exception>
    public static ProductReplica Read(string text)
    {
        var parts = text.Split(' ', Parts);
        if (parts.Length != Parts || parts[^1].Length == 0 || parts[^1][0] is not ('+' or '-'))
            throw new FormatException($"'{text}' in Redis is no product.");

        return new ProductReplica(
            parts[3][0] == '+' ? parts[3][1..] : null,
            decimal.Parse(parts[2], NumberStyles.Number, CultureInfo.InvariantCulture),
            int.Parse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture),
            long.Parse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture));
    }
}

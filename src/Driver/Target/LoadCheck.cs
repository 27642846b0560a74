using System.Buffers;
using Marketplace.Audit;

namespace Marketplace.Driver.Target;

/// <summary>Compares what the target holds with what was ingested.</summary>
internal static class LoadCheck
{
    /// <summary>Counts the target's exports.</summary>
    /// <returns>Differences, in words; null if the target has no exports to count.</returns>
    /// <exception cref="TargetException">The target failed.</exception>
    public static async Task<IReadOnlyList<string>?> Run(
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
            if (await target.Count(name, cancellationToken) is not { } found) return null;
            if (found != expected) differences.Add($"expected {expected} {name}, found {found}");
        }

        return differences;
    }
}

/// <summary>Counts the lines of a stream in constant memory.</summary>
internal static class LineCount
{
    /// <summary>Counts them; a last line needs no line feed.</summary>
    public static async Task<long> Of(Stream stream, CancellationToken cancellationToken)
    {
        const int size = 64 << 10;
        var buffer = ArrayPool<byte>.Shared.Rent(size);
        try
        {
            var (count, last) = (0L, (byte)'\n');
            while (await stream.ReadAsync(buffer, cancellationToken) is var read and > 0)
            {
                count += buffer.AsSpan(0, read).Count((byte)'\n');
                last = buffer[read - 1];
            }

            return last == (byte)'\n' ? count : count + 1;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}

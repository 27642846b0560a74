using System.Buffers;

namespace Marketplace.Driver.Target;

/// <summary>Counts the lines of a stream in constant memory.</summary>
internal static class LineCount
{
    /// <summary>Counts them; a last line needs no line feed.</summary>
    public static async Task<long> OfAsync(Stream stream, CancellationToken cancellationToken)
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

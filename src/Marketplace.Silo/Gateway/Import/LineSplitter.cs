using System.Buffers;

namespace Marketplace.Silo.Gateway.Import;

/// <summary>
/// Finds the lines in a stream of bytes, and passes over those that are empty. A line that is too long is dropped as it comes.
/// </summary>
internal sealed class LineSplitter(int maxBytes)
{
    private bool _isDropping;

    /// <summary>Number of the last line, from 1.</summary>
    public long Number { get; private set; }

    /// <summary>Whether the last line was too long, and is dropped.</summary>
    public bool IsTooLong { get; private set; }

    /// <param name="buffer">What has been received; afterwards, what is left of it.</param>
    /// <param name="line">The line; empty if it was too long.</param>
    /// <returns>False if there is none yet, or none any more.</returns>
    public bool TryNext(ref ReadOnlySequence<byte> buffer, bool isLast, out ReadOnlySequence<byte> line)
    {
        while (!buffer.IsEmpty || (isLast && _isDropping))
        {
            var end = buffer.PositionOf((byte)'\n');
            if (end is null && !isLast)
            {
                // Bounded memory: what can't become a good line is not kept.
                if (_isDropping || buffer.Length > maxBytes)
                {
                    _isDropping = true;
                    buffer = buffer.Slice(buffer.End);
                }

                break;
            }

            line = end is { } position ? buffer.Slice(0, position) : buffer;
            buffer = end is { } feed ? buffer.Slice(buffer.GetPosition(1, feed)) : buffer.Slice(buffer.End);
            Number++;
            IsTooLong = _isDropping || line.Length > maxBytes;
            _isDropping = false;
            if (IsTooLong || !IsBlank(line))
                return true;
        }

        line = default;
        return false;
    }

    private static bool IsBlank(in ReadOnlySequence<byte> line)
    {
        foreach (var segment in line)
        {
            if (segment.Span.ContainsAnyExcept(" \t\r"u8))
                return false;
        }

        return true;
    }
}

using System.Buffers.Text;

namespace Marketplace.Driver.Http;

/// <summary>Takes the chunk framing out of a body in place, as its bytes arrive.</summary>
internal struct ChunkedBody(int start)
{
    private const int LongestSizeLine = 256;

    private int _read = start;
    private int _inChunk;
    private bool _pastLast;

    /// <summary>End of the body so far: the bytes from its start up to here are free of framing.</summary>
    public int End { get; private set; } = start;

    /// <summary>Works through what was received.</summary>
    /// <returns>True if the body is complete.</returns>
    /// <exception cref="InvalidDataException">The framing is broken.</exception>
    public bool Advance(Span<byte> buffer, int received)
    {
        while (true)
        {
            if (_inChunk > 0)
            {
                var take = Math.Min(_inChunk, received - _read);
                buffer.Slice(_read, take).CopyTo(buffer[End..]);
                End += take;
                _read += take;
                _inChunk -= take;
                if (_inChunk > 0) return false;
                _inChunk = -1;
            }

            var line = buffer[_read..received];
            var end = line.IndexOf("\r\n"u8);
            if (end < 0) return line.Length <= LongestSizeLine ? false : throw new InvalidDataException("A chunk has no size.");
            _read += end + 2;
            if (_pastLast)
            {
                if (end == 0) return true;
            }
            else if (_inChunk < 0)
            {
                _inChunk = end == 0 ? 0 : throw new InvalidDataException("A chunk is longer than its size.");
            }
            else
            {
                if (!Utf8Parser.TryParse(line[..end], out int size, out var used, 'x') || used == 0 || size < 0)
                    throw new InvalidDataException("A chunk has no size.");
                _inChunk = size;
                _pastLast = size == 0;
            }
        }
    }
}

using System.Buffers.Text;
using System.Text;

namespace Marketplace.Driver.Http;

/// <summary>The head of a response: what the body's framing needs, and nothing else.</summary>
/// <param name="Length">Bytes of the head, the empty line included.</param>
/// <param name="ContentLength">Bytes of the body; -1 if it ends with the connection.</param>
/// <param name="IsChunked">True if the body comes in chunks.</param>
/// <param name="CloseAfter">True if the connection can't be used again.</param>
internal readonly record struct ResponseHead(int Status, int Length, long ContentLength, bool IsChunked, bool CloseAfter)
{
    /// <summary>"HTTP/1.1 200" without reason is the shortest status line.</summary>
    private const int ShortestStatusLine = 12;

    /// <param name="head">The head, if it is complete.</param>
    /// <returns>False if more bytes are needed.</returns>
    /// <exception cref="InvalidDataException">It is not HTTP/1.x.</exception>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out ResponseHead head)
    {
        head = default;
        var end = bytes.IndexOf("\r\n\r\n"u8);
        if (end < 0) return false;
        var lines = bytes[..(end + 2)];
        var lineEnd = lines.IndexOf("\r\n"u8);
        var status = ReadStatus(lines[..lineEnd], out var isOld);
        var hasNoBody = status is < 200 or 204 or 304;
        var length = hasNoBody ? 0L : -1L;
        var chunked = false;
        var close = isOld;
        lines = lines[(lineEnd + 2)..];
        while (!lines.IsEmpty)
        {
            lineEnd = lines.IndexOf("\r\n"u8);
            ReadHeader(lines[..lineEnd], hasNoBody, ref length, ref chunked, ref close);
            lines = lines[(lineEnd + 2)..];
        }

        if (chunked) length = -1;
        head = new ResponseHead(status, end + 4, length, chunked, close || length < 0 && !chunked);
        return true;
    }

    private static int ReadStatus(ReadOnlySpan<byte> line, out bool isOld)
    {
        if (line.Length < ShortestStatusLine
            || !line.StartsWith("HTTP/1."u8)
            || !Utf8Parser.TryParse(line[9..12], out int status, out var used)
            || used != 3)
        {
            throw new InvalidDataException("The target does not speak HTTP/1.1.");
        }

        isOld = line[7] == (byte)'0';
        return status;
    }

    private static void ReadHeader(ReadOnlySpan<byte> line, bool hasNoBody, ref long length, ref bool chunked, ref bool close)
    {
        var colon = line.IndexOf((byte)':');
        if (colon <= 0) throw new InvalidDataException("A header of the response has no name.");
        switch (line[0] | 0x20)
        {
            case 'c' when colon == 14 && Is(line[..colon], "content-length"u8):
                var value = line[(colon + 1)..].Trim(" \t"u8);
                if (!Utf8Parser.TryParse(value, out long parsed, out var used) || used != value.Length || parsed < 0)
                    throw new InvalidDataException("The response has no proper Content-Length.");
                if (!hasNoBody) length = parsed;
                break;
            case 'c' when colon == 10 && Is(line[..colon], "connection"u8):
                if (Is(line[(colon + 1)..].Trim(" \t"u8), "close"u8)) close = true;
                break;
            case 't' when colon == 17 && Is(line[..colon], "transfer-encoding"u8):
                if (!Is(line[(colon + 1)..].Trim(" \t"u8), "chunked"u8))
                    throw new InvalidDataException("The response has a transfer coding that was not asked for.");
                chunked = !hasNoBody;
                break;
        }
    }

    private static bool Is(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name) => Ascii.EqualsIgnoreCase(text, name);
}

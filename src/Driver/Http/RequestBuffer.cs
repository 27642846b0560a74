using System.Buffers.Text;
using System.Globalization;

namespace Marketplace.Driver.Http;

/// <summary>
/// Composes one HTTP/1.1 request after the other in one array, without allocation. The length of the body is written into a gap
/// in the head once it is known; leading spaces before a header's value are legal (RFC 9110, 5.5).
/// </summary>
/// <param name="endpoint">Whom requests are sent to first.</param>
internal sealed class RequestBuffer(HttpEndpoint endpoint)
{
    private const int LengthDigits = 8;

    private HttpEndpoint _endpoint = endpoint;
    private int _prefixStart;
    private int _hostStart;
    private byte[] _bytes = new byte[4096];
    private int _lengthEnd;
    private int _bodyStart;
    private ReadOnlyMemory<byte> _run;
    private long _number;

    /// <summary>Bytes of the request.</summary>
    public int Length { get; private set; }

    public ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, Length);

    /// <summary>True if the request is a GET.</summary>
    public bool IsGet => Length > 0 && _bytes[0] == (byte)'G';

    /// <param name="method">Method and the space after it, for example "PATCH ".</param>
    /// <param name="path">Path, or the first part of it.</param>
    public RequestBuffer Begin(ReadOnlySpan<byte> method, ReadOnlySpan<byte> path)
    {
        Length = 0;
        _number = 0;
        Append(method);
        _prefixStart = Length;
        return Append(_endpoint.PathPrefix).Append(path);
    }

    /// <summary>Appends bytes as they are.</summary>
    public RequestBuffer Append(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Room(bytes.Length));
        Length += bytes.Length;
        return this;
    }

    /// <summary>Appends a whole number.</summary>
    public RequestBuffer Append(long number)
    {
        Utf8Formatter.TryFormat(number, Room(20), out var written);
        Length += written;
        return this;
    }

    /// <summary>Appends an amount, exactly.</summary>
    public RequestBuffer Append(decimal amount)
    {
        amount.TryFormat(Room(32), out var written, default, CultureInfo.InvariantCulture);
        Length += written;
        return this;
    }

    /// <summary>Names the transaction in a header, for a request that does so nowhere else.</summary>
    /// <param name="run">First part of its id.</param>
    /// <param name="number">The other part, from 1.</param>
    public RequestBuffer Name(ReadOnlyMemory<byte> run, long number)
    {
        (_run, _number) = (run, number);
        return this;
    }

    /// <summary>Ends a request that has no body.</summary>
    public RequestBuffer EndWithoutBody() => AppendHost().Append(IsGet ? "\r\n"u8 : "Content-Length: 0\r\n\r\n"u8);

    /// <summary>Ends the path and begins a JSON body.</summary>
    public RequestBuffer BeginBody()
    {
        AppendHost().Append("Content-Type: application/json\r\nContent-Length:         "u8);
        _lengthEnd = Length;
        Append("\r\n\r\n"u8);
        _bodyStart = Length;
        return this;
    }

    /// <summary>Ends the body: its length goes into the head.</summary>
    public RequestBuffer EndBody()
    {
        var rest = Length - _bodyStart;
        for (var at = _lengthEnd - 1; at >= _lengthEnd - LengthDigits; at--)
        {
            _bytes[at] = rest == 0 && at < _lengthEnd - 1 ? (byte)' ' : (byte)('0' + rest % 10);
            rest /= 10;
        }

        return rest == 0 ? this : throw new InvalidOperationException("A request body takes at most 8 digits of length.");
    }

    /// <summary>Readdresses the composed request, and those composed from now on.</summary>
    public void Readdress(HttpEndpoint endpoint)
    {
        if (_endpoint == endpoint) return;
        var old = _bytes.AsSpan(0, Length);
        byte[] request =
        [
            .. old[.._prefixStart],
            .. endpoint.PathPrefix,
            .. old[(_prefixStart + _endpoint.PathPrefix.Length).._hostStart],
            .. endpoint.HostLine,
            .. old[(_hostStart + _endpoint.HostLine.Length)..],
        ];
        _hostStart += endpoint.PathPrefix.Length - _endpoint.PathPrefix.Length;
        _endpoint = endpoint;
        Length = 0;
        Append(request);
    }

    private RequestBuffer AppendHost()
    {
        _hostStart = Length;
        Append(_endpoint.HostLine);
        return _number == 0 ? this : Append("X-Transaction-Id: "u8).Append(_run.Span).Append(_number).Append("\r\n"u8);
    }

    private Span<byte> Room(int size)
    {
        if (_bytes.Length - Length < size) Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, Length + size));
        return _bytes.AsSpan(Length);
    }
}

using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Security.Authentication;

namespace Marketplace.Driver.Http;

/// <summary>
/// A keep-alive HTTP/1.1 connection, on a bare socket: one send and one receive a request, no allocation once warm. One worker uses it at a time.
/// It reconnects by itself, but never repeats a request that may have left: whether a lost one took effect is not known.
/// </summary>
internal sealed class HttpConnection : IDisposable
{
    private const int InitialBuffer = 16 << 10;
    private const int LargestResponse = 64 << 20;
    private const long Idle = 0;
    private const long Expired = -1;

    private readonly HttpEndpoint _endpoint;
    private readonly TimeoutSweep _sweep;
    private readonly bool _isBlocking;
    private byte[] _buffer = new byte[InitialBuffer];
    private Socket? _socket;
    private SslStream? _tls;
    private long _deadline;
    private long _lastDeadline;
    private Step _step;

    /// <summary>Makes a connection; it connects with the first request.</summary>
    /// <param name="sweep">Ends late requests.</param>
    /// <param name="isBlocking">True if a request holds the thread of its caller until it is answered.</param>
    public HttpConnection(HttpEndpoint endpoint, TimeoutSweep sweep, bool isBlocking = false)
    {
        _endpoint = endpoint;
        _isBlocking = isBlocking;
        _sweep = sweep;
        sweep.Add(this);
    }

    /// <summary>False before the first request, and after one that failed or whose answer ends the connection: the next one connects.</summary>
    public bool IsOpen => _socket is not null;

    /// <summary>Sends a request and waits for its answer, at most as long as the request time-out.</summary>
    /// <returns>The answer, or why there is none; network errors are no exceptions here.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<HttpAnswer> Send(RequestBuffer request)
    {
        var deadline = _sweep.NextDeadline();
        Volatile.Write(ref _deadline, deadline);
        _step = Step.Old;
        try
        {
            if (_socket is null || WasClosed(deadline)) await Connect(deadline);
            await SendAll(request.Bytes);
            _step = Step.Sent;
            return Finish(await Receive());
        }
        catch (Exception error) when (IsConnectionError(error))
        {
            Close();
            if (_step != Step.Old || Volatile.Read(ref _deadline) == Expired) return Fail(deadline);
        }

        return await SendAgain(request, deadline);
    }

    /// <summary>Ends the request in flight if it is late. Called by the sweep, from another thread.</summary>
    /// <param name="now">The tick that deadlines are compared with.</param>
    public void ExpireBefore(long now)
    {
        var deadline = Volatile.Read(ref _deadline);
        if (deadline is Idle or Expired || deadline >= now) return;
        if (Interlocked.CompareExchange(ref _deadline, Expired, deadline) == deadline) _socket?.Dispose();
    }

    public void Dispose()
    {
        _sweep.Remove(this);
        Close();
    }

    private static bool IsConnectionError(Exception error) =>
        error is SocketException or IOException or ObjectDisposedException or InvalidDataException or AuthenticationException;

    /// <summary>Ends the watch over a request.</summary>
    /// <returns>False if it was late.</returns>
    private bool Disarm() => Interlocked.Exchange(ref _deadline, Idle) != Expired;

    /// <summary>
    /// True if the target closed the connection while it idled. A server may do that at any time; a request sent into it would be lost
    /// without need. Nothing is readable on a healthy idle connection. Looking costs a system call, so it is done after a pause only.
    /// </summary>
    private bool WasClosed(long deadline)
    {
        var hasIdled = deadline - _lastDeadline > _sweep.IdleTicks;
        _lastDeadline = deadline;
        if (!hasIdled || !_socket!.Poll(0, SelectMode.SelectRead)) return false;
        Close();
        return true;
    }

    /// <summary>A connection had died before the whole request was handed over to it: nobody can have acted on it.</summary>
    private async ValueTask<HttpAnswer> SendAgain(RequestBuffer request, long deadline)
    {
        try
        {
            await Connect(deadline);
            await SendAll(request.Bytes);
            _step = Step.Sent;
            return Finish(await Receive());
        }
        catch (Exception error) when (IsConnectionError(error))
        {
            Close();
            return Fail(deadline);
        }
    }

    private HttpAnswer Finish(HttpAnswer answer)
    {
        if (Disarm()) return answer;
        Close();
        return new HttpAnswer(0, HttpFailure.TimedOut, default);
    }

    private HttpAnswer Fail(long deadline)
    {
        var isInTime = Disarm();
        if (_step != Step.Sent && (isInTime || !_sweep.IsLate(deadline))) return new HttpAnswer(0, HttpFailure.NotSent, default);
        return new HttpAnswer(0, isInTime ? HttpFailure.ConnectionLost : HttpFailure.TimedOut, default);
    }

    private async Task Connect(long deadline)
    {
        _step = Step.New;
        var connectBy = _sweep.NextConnectDeadline(deadline);
        Rearm(deadline, connectBy);
        var addresses = _endpoint.Addresses;
        if (addresses.Length == 0) throw new SocketException((int)SocketError.HostNotFound);
        for (var i = 0; ; i++)
        {
            var socket = new Socket(addresses[i].AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            _socket = socket;

            // The sweep marks the deadline and then disposes of the socket that it sees; here it is the other way round.
            Interlocked.MemoryBarrier();
            if (Volatile.Read(ref _deadline) == Expired) throw new IOException("The request is late.");
            try
            {
                if (_isBlocking) socket.Connect(addresses[i]);
                else await socket.ConnectAsync(addresses[i]);
                break;
            }
            catch (SocketException) when (i + 1 < addresses.Length && Volatile.Read(ref _deadline) != Expired)
            {
                socket.Dispose();
            }
        }

        if (_endpoint.Tls is not null)
        {
            _tls = new SslStream(new NetworkStream(_socket, ownsSocket: false));
            if (_isBlocking) _tls.AuthenticateAsClient(_endpoint.Tls);
            else await _tls.AuthenticateAsClientAsync(_endpoint.Tls);
        }

        Rearm(connectBy, deadline);
    }

    private void Rearm(long from, long to)
    {
        if (from != to && Interlocked.CompareExchange(ref _deadline, to, from) != from) throw new IOException("The request is late.");
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendAll(ReadOnlyMemory<byte> bytes)
    {
        if (_tls is not null)
        {
            if (_isBlocking) _tls.Write(bytes.Span);
            else await _tls.WriteAsync(bytes);
            return;
        }

        while (!bytes.IsEmpty)
        {
            var sent = _isBlocking ? _socket!.Send(bytes.Span, SocketFlags.None) : await _socket!.SendAsync(bytes, SocketFlags.None);
            bytes = bytes[sent..];
        }
    }

    private ValueTask<int> Read(Memory<byte> into) => (_tls, _isBlocking) switch
    {
        (null, false) => _socket!.ReceiveAsync(into, SocketFlags.None),
        (null, true) => new(_socket!.Receive(into.Span, SocketFlags.None)),
        ({ } tls, false) => tls.ReadAsync(into),
        ({ } tls, true) => new(tls.Read(into.Span)),
    };

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<HttpAnswer> Receive()
    {
        var received = 0;
        ResponseHead head;
        while (!TryReadHead(ref received, out head))
        {
            if (received == _buffer.Length) Grow();
            var count = await Read(_buffer.AsMemory(received));
            if (count == 0) throw new IOException("The target closed the connection before its answer was complete.");
            received += count;
        }

        var end = await ReceiveBody(in head, received);
        if (head.CloseAfter) Close();
        return new HttpAnswer(head.Status, HttpFailure.None, _buffer.AsMemory(head.Length, end - head.Length));
    }

    /// <summary>Reads the head of the final response; interim ones (1xx) are dropped.</summary>
    private bool TryReadHead(ref int received, out ResponseHead head)
    {
        while (ResponseHead.TryRead(_buffer.AsSpan(0, received), out head))
        {
            if (head.Status >= 200) return true;
            received -= head.Length;
            _buffer.AsSpan(head.Length, received).CopyTo(_buffer);
        }

        return false;
    }

    private ValueTask<int> ReceiveBody(in ResponseHead head, int received) =>
        head.ContentLength == received - head.Length ? new(received)
        : head.ContentLength >= 0 ? ReceiveCounted(head, received)
        : ReceiveUncounted(head, received);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> ReceiveCounted(ResponseHead head, int received)
    {
        var end = head.Length + head.ContentLength;
        if (end > LargestResponse) throw new InvalidDataException("The response is larger than 64 MiB.");
        if (received > end) throw new InvalidDataException("The target sent more than its answer.");
        if (end > _buffer.Length) Array.Resize(ref _buffer, (int)end);
        while (received < end)
        {
            var count = await Read(_buffer.AsMemory(received, (int)end - received));
            if (count == 0) throw new IOException("The target closed the connection before its answer was complete.");
            received += count;
        }

        return (int)end;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> ReceiveUncounted(ResponseHead head, int received)
    {
        var chunks = new ChunkedBody(head.Length);
        while (!head.IsChunked || !chunks.Advance(_buffer, received))
        {
            if (received == _buffer.Length) Grow();
            var count = await Read(_buffer.AsMemory(received));
            received += count;
            if (count > 0) continue;
            return head.IsChunked ? throw new IOException("The target closed the connection within a chunk.") : received;
        }

        return chunks.End;
    }

    private void Grow()
    {
        if (_buffer.Length >= LargestResponse) throw new InvalidDataException("The response is larger than 64 MiB.");
        Array.Resize(ref _buffer, _buffer.Length * 2);
    }

    private void Close()
    {
        _tls?.Dispose();
        _tls = null;
        _socket?.Dispose();
        _socket = null;
    }

    /// <summary>How far a request has come.</summary>
    private enum Step
    {
        /// <summary>It is being sent over a connection that served others before.</summary>
        Old = 0,

        /// <summary>It is being sent over a connection of its own.</summary>
        New = 1,

        /// <summary>All of it was handed over.</summary>
        Sent = 2,
    }
}

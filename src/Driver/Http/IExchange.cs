using System.Runtime.CompilerServices;

namespace Marketplace.Driver.Http;

/// <summary>Sends requests one after the other. One worker uses it; it is not thread-safe.</summary>
internal interface IExchange : IDisposable
{
    /// <summary>Sends a request and waits for its answer, at most as long as the request time-out.</summary>
    /// <returns>The answer, or why there is none; network errors are no exceptions here.</returns>
    ValueTask<HttpAnswer> Send(RequestBuffer request);

    /// <summary>The worker has nothing to send for now, and reads no answer any more: others may use its connection.</summary>
    void GiveBack();
}

/// <summary>The answer to a request, valid until the next request or until the connection is given back.</summary>
/// <param name="Status">Status code; 0 without an answer.</param>
/// <param name="Body">The body; it lies in the buffer of the connection.</param>
internal readonly record struct HttpAnswer(int Status, HttpFailure Failure, ReadOnlyMemory<byte> Body)
{
    /// <summary>True for 2xx.</summary>
    public bool IsSuccess => Status is >= 200 and < 300;
}

/// <summary>Why a request has no answer.</summary>
internal enum HttpFailure
{
    /// <summary>It has one.</summary>
    None = 0,

    /// <summary>None came within the time-out.</summary>
    TimedOut = 1,

    /// <summary>The connection was lost, or carried something that is not HTTP: the request may have taken effect.</summary>
    ConnectionLost = 2,

    /// <summary>No connection could be made, or it died before the whole request was handed over: it has not taken effect.</summary>
    NotSent = 3,
}

/// <summary>The reference target "delay": answers success after a fixed latency, inside the driver.</summary>
internal sealed class DelayExchange(TimeProvider time, TimeSpan latency) : IExchange
{
    private static readonly byte[] Empty = [];
    private static readonly byte[] EmptyDashboard = """{"sellerView":{},"orderEntries":[]}"""u8.ToArray();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<HttpAnswer> Send(RequestBuffer request)
    {
        await Task.Delay(latency, time);
        return new HttpAnswer(200, HttpFailure.None, request.IsGet ? EmptyDashboard : Empty);
    }

    public void GiveBack()
    {
    }

    public void Dispose()
    {
    }
}

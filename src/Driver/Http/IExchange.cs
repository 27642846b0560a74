namespace Marketplace.Driver.Http;

/// <summary>Sends requests one after the other. One worker uses it; it is not thread-safe.</summary>
internal interface IExchange : IDisposable
{
    /// <summary>Sends a request and waits for its answer, at most as long as the request time-out.</summary>
    /// <returns>The answer, or why there is none; network errors are no exceptions here.</returns>
    ValueTask<HttpAnswer> SendAsync(RequestBuffer request);
}

/// <summary>The answer to a request, valid until the next request on the same connection.</summary>
/// <param name="Status">Status code; 0 without an answer.</param>
/// <param name="Body">The body; it lies in the buffer of the connection.</param>
internal readonly record struct HttpAnswer(int Status, HttpFailure Failure, ReadOnlyMemory<byte> Body)
{
    /// <summary>True for 2xx.</summary>
    public bool IsSuccess => Status is >= 200 and < 300;
}

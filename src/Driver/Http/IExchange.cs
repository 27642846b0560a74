namespace Marketplace.Driver.Http;

/// <summary>Sends requests one after the other. One worker uses it; it is not thread-safe.</summary>
internal interface IExchange : IDisposable
{
    /// <summary>Sends a request and waits for its answer, at most as long as the request time-out.</summary>
    /// <param name="request">The request.</param>
    /// <returns>The answer, or why there is none; network errors are no exceptions here.</returns>
    ValueTask<HttpAnswer> SendAsync(RequestBuffer request);
}

namespace Marketplace.Driver.Http;

/// <summary>
/// The free connections to a target. Who needs one gets the one that was given back last, and a new one only if none is free: there are as
/// many as were in use at once. Thread-safe.
/// </summary>
/// <param name="sweep">Ends late requests.</param>
/// <param name="isBlocking">True if a request holds the thread of its caller until it is answered.</param>
internal sealed class ConnectionPool(HttpEndpoint endpoint, TimeoutSweep sweep, bool isBlocking = false) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Stack<HttpConnection> _free = new();

    /// <summary>Takes a connection: it belongs to the caller until it is given back.</summary>
    public HttpConnection Take()
    {
        lock (_gate)
        {
            if (_free.TryPop(out var connection)) return connection;
        }

        return new HttpConnection(endpoint, sweep, isBlocking);
    }

    /// <summary>Gives a connection back; no request is in flight. One that is closed is of no use to anybody.</summary>
    public void GiveBack(HttpConnection connection)
    {
        if (!connection.IsOpen)
        {
            connection.Dispose();
            return;
        }

        lock (_gate)
            _free.Push(connection);
    }

    /// <summary>Closes the connections that are free.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            foreach (var connection in _free)
                connection.Dispose();
            _free.Clear();
        }
    }
}

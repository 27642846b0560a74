namespace Marketplace.Driver.Http;

/// <summary>Sends over a connection of a pool, from the first request until the connection is given back.</summary>
/// <param name="pool">The connections to the target.</param>
internal sealed class PooledExchange(ConnectionPool pool) : IExchange
{
    private ConnectionPool _pool = pool;
    private HttpConnection? _connection;

    public ValueTask<HttpAnswer> Send(RequestBuffer request) => (_connection ??= _pool.Take()).Send(request);

    public void GiveBack()
    {
        if (_connection is not null) _pool.GiveBack(_connection);
        _connection = null;
    }

    /// <summary>Turns to another target: the next request goes there. No request is in flight.</summary>
    /// <param name="pool">The connections to it.</param>
    public void MoveTo(ConnectionPool pool)
    {
        Dispose();
        _pool = pool;
    }

    public void Dispose()
    {
        _connection?.Dispose();
        _connection = null;
    }
}

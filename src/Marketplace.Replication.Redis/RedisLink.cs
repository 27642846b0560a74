namespace Marketplace.Replication.Redis;

/// <summary>
/// The connection to a server: made when it is needed, and given up as soon as it fails, so that nobody takes a server that has come back
/// for the one that went.
/// </summary>
/// <param name="servers">Makes connections.</param>
/// <param name="connection">The connection string.</param>
/// <param name="setting">Name of the setting that it comes from.</param>
/// <param name="options">How long a try may take.</param>
internal sealed class RedisLink(IRedisServers servers, string connection, string setting, RedisOptions options, TimeProvider time) : IAsyncDisposable
{
    private readonly Lock _lock = new();
    private Attempt? _attempt;
    private bool _isDisposed;

    /// <summary>Called when a connection fails.</summary>
    public Action? Failed { get; set; }

    /// <summary>Name of the setting that says where the server is.</summary>
    public string Setting => setting;

    /// <summary>The connection; made now if there is none.</summary>
    /// <exception cref="Exception">The server can't be reached.</exception>
    public async Task<IRedisConnection> Get()
    {
        Attempt attempt;
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            attempt = _attempt ??= new Attempt(Connect);
        }

        try
        {
            return await attempt.Connection.WaitAsync(options.TryTimeout, time);
        }
        catch
        {
            Drop(attempt);
            throw;
        }
    }

    /// <summary>Gives a connection up.</summary>
    public void Drop(IRedisConnection failed)
    {
        lock (_lock)
        {
            if (_attempt?.Made != failed)
                return;

            _attempt = null;
        }

        Failed?.Invoke();
        _ = Close(failed);
    }

    public async ValueTask DisposeAsync()
    {
        Attempt? attempt;
        lock (_lock)
        {
            _isDisposed = true;
            (attempt, _attempt) = (_attempt, null);
        }

        if (attempt is not null)
            await CloseWhenMade(attempt);
    }

    private void Drop(Attempt failed)
    {
        lock (_lock)
        {
            if (_attempt != failed)
                return;

            _attempt = null;
        }

        _ = CloseWhenMade(failed);
    }

    private async Task<IRedisConnection> Connect(Attempt attempt)
    {
        // Not on the caller's turn: the client does part of it at once.
        await Task.Yield();
        var made = await servers.Connect(connection, options.TryTimeout);
        lock (_lock)
        {
            attempt.Made = made;
        }

        made.WhenFailed(() => Drop(made));
        return made;
    }

    private static async Task CloseWhenMade(Attempt attempt)
    {
        try
        {
            await Close(await attempt.Connection);
        }
        catch (Exception)
        {
            // It was never made.
        }
    }

    private static async Task Close(IRedisConnection made)
    {
        await Task.Yield();
        try
        {
            await made.Close();
        }
        catch (Exception)
        {
            // It is gone already.
        }
    }

    private sealed class Attempt
    {
        public Attempt(Func<Attempt, Task<IRedisConnection>> connect) => Connection = connect(this);

        public Task<IRedisConnection> Connection { get; }

        // Once there is a connection.
        public IRedisConnection? Made { get; set; }
    }
}

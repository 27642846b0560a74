using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>
/// The connection to a server: made when it is needed, and given up as soon as it fails, so that nobody takes a server that has come back
/// for the one that went.
/// </summary>
/// <param name="setting">Name of the setting that it comes from.</param>
/// <param name="options">How long a try may take.</param>
internal sealed class RedisLink(string connection, string setting, RedisOptions options, TimeProvider time) : IAsyncDisposable
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
    public async Task<ConnectionMultiplexer> Get()
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
    public void Drop(ConnectionMultiplexer failed)
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

    private async Task<ConnectionMultiplexer> Connect(Attempt attempt)
    {
        // Not on the caller's turn: the client does part of it at once.
        await Task.Yield();
        var configuration = ConfigurationOptions.Parse(connection);
        configuration.AbortOnConnectFail = true;

        // Newer clients ask for it before they send INFO, which tells the run of the server.
        configuration.AllowAdmin = true;
        configuration.ConnectRetry = 1;
        configuration.ConnectTimeout = (int)options.TryTimeout.TotalMilliseconds;
        configuration.SyncTimeout = configuration.ConnectTimeout;
        configuration.ClientName = "marketplace";
        var made = await ConnectionMultiplexer.ConnectAsync(configuration);
        lock (_lock)
        {
            attempt.Made = made;
        }

        made.ConnectionFailed += (_, _) => Drop(made);
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

    private static async Task Close(ConnectionMultiplexer made)
    {
        await Task.Yield();
        try
        {
            // What is under way on it fails.
            await made.CloseAsync(allowCommandsToComplete: false);
            made.Dispose();
        }
        catch (Exception)
        {
            // It is gone already.
        }
    }

    private sealed class Attempt
    {
        public Attempt(Func<Attempt, Task<ConnectionMultiplexer>> connect) => Connection = connect(this);

        public Task<ConnectionMultiplexer> Connection { get; }

        // Once there is a connection.
        public ConnectionMultiplexer? Made { get; set; }
    }
}

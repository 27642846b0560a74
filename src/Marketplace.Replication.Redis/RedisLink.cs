using StackExchange.Redis;

namespace Marketplace.Replication.Redis;

/// <summary>
/// The connection to a server: made when it is needed, and given up as soon as it fails, so that nobody takes a server that has come back
/// for the one that went.
/// </summary>
/// <param name="connection">Connection string.</param>
/// <param name="setting">Name of the setting that it comes from.</param>
/// <param name="options">How long a try may take.</param>
/// <param name="time">The clock.</param>
internal sealed class RedisLink(string connection, string setting, RedisOptions options, TimeProvider time) : IAsyncDisposable
{
    private readonly Lock _lock = new();
    private Task<ConnectionMultiplexer>? _connecting;
    private bool _isDisposed;

    /// <summary>Called when a connection fails.</summary>
    public Action? Failed { get; set; }

    /// <summary>Name of the setting that says where the server is.</summary>
    public string Setting => setting;

    /// <summary>The connection; made now if there is none.</summary>
    /// <returns>The connection.</returns>
    /// <exception cref="Exception">The server can't be reached.</exception>
    public async Task<ConnectionMultiplexer> Get()
    {
        Task<ConnectionMultiplexer> connecting;
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            connecting = _connecting ??= Connect();
        }

        try
        {
            return await connecting.WaitAsync(options.TryTimeout, time);
        }
        catch
        {
            Drop(connecting);
            throw;
        }
    }

    /// <summary>Gives a connection up.</summary>
    /// <param name="failed">The connection.</param>
    public void Drop(ConnectionMultiplexer failed)
    {
        lock (_lock)
        {
            if (_connecting is not { IsCompletedSuccessfully: true } connecting || !ReferenceEquals(Made(connecting), failed))
            {
                return;
            }

            _connecting = null;
        }

        Failed?.Invoke();
        _ = Close(failed);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Task<ConnectionMultiplexer>? connecting;
        lock (_lock)
        {
            _isDisposed = true;
            (connecting, _connecting) = (_connecting, null);
        }

        if (connecting is not null)
        {
            await CloseWhenMade(connecting);
        }
    }

    private static ConnectionMultiplexer Made(Task<ConnectionMultiplexer> connecting) => connecting.GetAwaiter().GetResult();

    private void Drop(Task<ConnectionMultiplexer> failed)
    {
        lock (_lock)
        {
            if (_connecting != failed)
            {
                return;
            }

            _connecting = null;
        }

        _ = CloseWhenMade(failed);
    }

    private async Task<ConnectionMultiplexer> Connect()
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
        made.ConnectionFailed += (_, _) => Drop(made);
        return made;
    }

    private static async Task CloseWhenMade(Task<ConnectionMultiplexer> connecting)
    {
        try
        {
            await Close(await connecting);
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
}

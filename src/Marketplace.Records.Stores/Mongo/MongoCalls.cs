namespace Marketplace.Records.Stores.Mongo;

/// <summary>Calls of the client, which has each of them in two forms.</summary>
/// <param name="isBlocking">True if a call holds the thread of its caller until it is done.</param>
internal sealed class MongoCalls(bool isBlocking)
{
    /// <summary>Makes a call.</summary>
    /// <exception cref="PoolExhaustedException">No connection, or no server, was to be had in time: nothing was sent.</exception>
    public async ValueTask<T> Run<T>(Func<T> blocking, Func<Task<T>> asynchronous)
    {
        try
        {
            return isBlocking ? blocking() : await asynchronous();
        }
        catch (TimeoutException error)
        {
            throw new PoolExhaustedException(error);
        }
    }
}

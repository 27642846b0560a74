namespace Marketplace.Records.Stores.Mongo;

/// <summary>Calls of the client, which has each of them in two forms.</summary>
internal static class MongoCalls
{
    /// <summary>Makes a call.</summary>
    /// <param name="isBlocking">True if it holds the thread of its caller until it is done.</param>
    /// <exception cref="PoolExhaustedException">No connection, or no server, was to be had in time: nothing was sent.</exception>
    public static async ValueTask<T> Run<T>(bool isBlocking, Func<T> blocking, Func<Task<T>> asynchronous)
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

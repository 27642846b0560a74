using Marketplace.Protocols.Storage;
using Npgsql;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>How long a database has been away. While it is away for longer than the time-out, everything that needs it fails at once.</summary>
/// <param name="name">Where it is, for people; without its password.</param>
/// <param name="timeout">How long work is tried again.</param>
internal sealed class Outage(string name, TimeSpan timeout, TimeProvider time)
{
    // The server has ended a session that stood still (Sessions).
    private const string IdleInTransaction = "25P03";

    private readonly Lock _lock = new();
    private long? _since;
    private long _failures;

    /// <summary>Where it is, for people.</summary>
    public string Name => name;

    /// <summary>How often it could not be used: each time is a reason for everything that waited.</summary>
    public long Failures => Interlocked.Read(ref _failures);

    /// <summary>It could not be used.</summary>
    public void Count() => Interlocked.Increment(ref _failures);

    /// <summary>The database answered.</summary>
    public void Over()
    {
        lock (_lock)
        {
            _since = null;
        }
    }

    /// <summary>The database did not answer.</summary>
    public bool MayRetry()
    {
        lock (_lock)
        {
            _since ??= time.GetTimestamp();
            return time.GetElapsedTime(_since.Value) < timeout;
        }
    }

    /// <summary>Waits for something that is there soon, unless the database is away.</summary>
    /// <exception cref="StorageUnavailableException">It is not, within the time-out.</exception>
    public Task Within(Task soon, CancellationToken cancellationToken)
    {
        return soon.IsCompletedSuccessfully ? Task.CompletedTask : Wait();

        async Task Wait()
        {
            try
            {
                await soon.WaitAsync(timeout, time, cancellationToken);
            }
            catch (TimeoutException exception)
            {
                throw Failure(exception, isOutcomeUnknown: false);
            }
        }
    }

    /// <summary>Whether it makes sense to try again: the server or the way to it is at fault, and not what was asked.</summary>
    public static bool IsPassing(Exception exception) => exception switch
    {
        // Lost serializations and deadlocks, connections, resources, the server's going down and coming up.
        PostgresException server => server.SqlState[..2] is "40" or "08" or "53" or "57"
            || server.SqlState is PostgresErrorCodes.LockNotAvailable or IdleInTransaction,
        InUseException or NpgsqlException or IOException or TimeoutException or System.Net.Sockets.SocketException => true,
        _ => false,
    };

    /// <summary>Says what failed, for those who asked for it.</summary>
    /// <param name="isOutcomeUnknown">Whether a write may have been stored all the same.</param>
    public StorageUnavailableException Failure(Exception exception, bool isOutcomeUnknown)
    {
        var message = $"PostgreSQL at {name} {(IsPassing(exception) ? "is away or overloaded" : "refused a statement")}: {exception.Message}"
            + (isOutcomeUnknown ? " It is not known whether what was being written is stored." : "");
        Count();
        return new StorageUnavailableException(message) { IsOutcomeUnknown = isOutcomeUnknown };
    }
}

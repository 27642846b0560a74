namespace Marketplace.Silo.Hosting;

/// <summary>The texts of the silo's log.</summary>
internal static partial class Log
{
    [LoggerMessage(1, LogLevel.Error, "{Operation} failed")]
    public static partial void RequestFailed(this ILogger logger, Exception exception, string operation);

    [LoggerMessage(2, LogLevel.Warning, "{Operation} timed out: {Reason}")]
    public static partial void RequestTimedOut(this ILogger logger, string reason, string operation);

    [LoggerMessage(3, LogLevel.Error, "{Operation} failed while its answer was being sent; the connection is cut")]
    public static partial void AnswerCutOff(this ILogger logger, Exception exception, string operation);

    [LoggerMessage(4, LogLevel.Information, "Reset done in {Milliseconds} ms")]
    public static partial void ResetDone(this ILogger logger, long milliseconds);

    [LoggerMessage(5, LogLevel.Information, "Clean-up done in {Milliseconds} ms")]
    public static partial void CleanupDone(this ILogger logger, long milliseconds);

    [LoggerMessage(6, LogLevel.Information, "Stopping: waiting for {Inside} requests in flight")]
    public static partial void Stopping(this ILogger logger, int inside);

    [LoggerMessage(7, LogLevel.Warning, "{Operation}: the transaction was aborted")]
    public static partial void TransactionAborted(this ILogger logger, Exception exception, string operation);

    [LoggerMessage(8, LogLevel.Warning, "{Operation} failed with the storage: {Reason}")]
    public static partial void StorageFailed(this ILogger logger, string reason, string operation);

    [LoggerMessage(9, LogLevel.Warning, "The states of this cluster are in the memory of its silos (setting Marketplace:Storage): those of "
        + "a silo go with it, when it stops too, and their grains come back empty on others. For anything but a trial use a storage that "
        + "all silos share.")]
    public static partial void MemoryInCluster(this ILogger logger);

    [LoggerMessage(10, LogLevel.Warning, "This silo leaves while operations are under way, of which some may fail: {Reason}")]
    public static partial void LeavesBusy(this ILogger logger, string reason);

    [LoggerMessage(11, LogLevel.Warning, "Carts whose time is over could not be looked at, and will be again: {Reason}")]
    public static partial void CartsNotLookedAt(this ILogger logger, string reason);

    [LoggerMessage(12, LogLevel.Warning, "The silo stops with {InFlight} accepted transactions under way and {Uncollected} receipts that nobody "
        + "has collected: they are lost")]
    public static partial void ReceiptsLost(this ILogger logger, int inFlight, int uncollected);

    [LoggerMessage(13, LogLevel.Warning, "{Operation} failed with the replication: {Reason}")]
    public static partial void ReplicationFailed(this ILogger logger, string reason, string operation);

    [LoggerMessage(14, LogLevel.Debug, "What had started before the start failed could not be stopped: {Reason}")]
    public static partial void StartedInPart(this ILogger logger, string reason);

    [LoggerMessage(15, LogLevel.Warning, "It can't be seen whether the stream of product {Seller}/{Product} is known to its agent: carts may miss "
        + "an update: {Reason}")]
    public static partial void StreamNotKept(this ILogger logger, int seller, int product, string reason);

    [LoggerMessage(16, LogLevel.Warning, "An update of product {Seller}/{Product} did not reach the cart of customer {Customer}")]
    public static partial void UpdateNotPassed(this ILogger logger, int seller, int product, long customer, Exception exception);
}

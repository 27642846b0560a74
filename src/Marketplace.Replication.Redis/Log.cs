using Microsoft.Extensions.Logging;

namespace Marketplace.Replication.Redis;

/// <summary>The texts of the replication's log.</summary>
internal static partial class Log
{
    [LoggerMessage(
        1, LogLevel.Warning, "Redis (setting Marketplace:RedisPrimary) can't be written; {Count} sellers wait, and are tried again: {Reason}")]
    public static partial void Waiting(this ILogger logger, int count, string reason);

    [LoggerMessage(2, LogLevel.Information, "Redis (setting Marketplace:RedisPrimary) takes writes again")]
    public static partial void Again(this ILogger logger);

    [LoggerMessage(3, LogLevel.Warning, "Redis does not have what was written before; everything is written again")]
    public static partial void Rebuilding(this ILogger logger);

    [LoggerMessage(
        4,
        LogLevel.Warning,
        "The silo stops, and Redis (setting Marketplace:RedisPrimary) has not taken the last updates of {Count} sellers; carts of other silos see "
        + "them with the next update of their products")]
    public static partial void NotWritten(this ILogger logger, int count);
}

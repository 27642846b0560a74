using Microsoft.Extensions.Logging;

namespace Marketplace.Storage.Postgres;

/// <summary>The texts of the storage's log.</summary>
internal static partial class Log
{
    [LoggerMessage(1, LogLevel.Warning, "PostgreSQL at {Name} failed, {Count} writes are tried again: {Reason}")]
    public static partial void Retrying(this ILogger logger, string reason, int count, string name);

    [LoggerMessage(2, LogLevel.Error, "{Count} writes to PostgreSQL at {Name} failed")]
    public static partial void BatchFailed(this ILogger logger, Exception exception, int count, string name);

    [LoggerMessage(3, LogLevel.Error, "A state can't be written")]
    public static partial void WriteFailed(this ILogger logger, Exception exception);

    [LoggerMessage(4, LogLevel.Warning, "The {Service} {Grain} was written by another silo: its activation here ends")]
    public static partial void Conflict(this ILogger logger, string service, long grain);

    [LoggerMessage(5, LogLevel.Critical, "This silo can store nothing more, so it stops: {Reason}")]
    public static partial void Broken(this ILogger logger, string reason);

    [LoggerMessage(
        6,
        LogLevel.Warning,
        "Services connect in {Count} different ways, so they share no transaction of PostgreSQL: if this silo is killed, a part of a transaction of "
        + "several services may be stored")]
    public static partial void NoAtomicWrites(this ILogger logger, int count);

    [LoggerMessage(7, LogLevel.Warning, "{Count} records of the audit log wait for PostgreSQL at {Name}: {Reason}")]
    public static partial void LogWaits(this ILogger logger, string reason, long count, string name);

    [LoggerMessage(8, LogLevel.Error, "{Count} records of the audit log are lost: this silo stops, and they are not in PostgreSQL at {Name}")]
    public static partial void LogLost(this ILogger logger, long count, string name);

    [LoggerMessage(10, LogLevel.Error, "What is in the journal can't be brought into the tables of PostgreSQL at {Name}")]
    public static partial void ApplyFailed(this ILogger logger, Exception exception, string name);

    [LoggerMessage(11, LogLevel.Warning, "PostgreSQL at {Name} failed, what is committed is brought into its tables again: {Reason}")]
    public static partial void ApplyingAgain(this ILogger logger, string reason, string name);

    [LoggerMessage(12, LogLevel.Information, "Recovered {Count} commits, {KiB} KiB, from the journal in PostgreSQL at {Name} in {Time}")]
    public static partial void Recovered(this ILogger logger, int count, long kiB, TimeSpan time, string name);

    [LoggerMessage(9, LogLevel.Warning, "PostgreSQL at {Name} can't be used yet, which is tried for {Timeout}: {Reason}")]
    public static partial void InUse(this ILogger logger, string reason, TimeSpan timeout, string name);
}

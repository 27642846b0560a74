using System.Buffers;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Logging;

namespace Marketplace.Grains.Recording;

/// <summary>
/// Keeps what transactions did in a file until the next reset: some ten bytes an access there, in memory only what is not written yet.
/// </summary>
/// <param name="logger">Where it tells of what can't be kept.</param>
/// <param name="numbers">Where the versions are stored with the states; null where they go with the silo.</param>
internal sealed partial class HistorySpool(IHistoryLog log, ObjectVersions versions, ILogger<HistorySpool> logger, IVersionNumbers? numbers = null)
    : IHistory, IDisposable
{
    // A silo was here before, and was killed or has stopped.
    private static readonly TransactionExport Start = new("", TransactionExport.Start, 1, AttemptOutcome.Committed, null, [], []);

    private string? _lost;

    public bool OutlivesSilo => log.OutlivesSilo;

    public void Add(AttemptLog attempt)
    {
        if (attempt.IsCutOff)
            Lose($"a transaction had more than {AttemptLog.AccessesMax} accesses");

        if (Volatile.Read(ref _lost) is not null)
            return;

        var buffer = ArrayPool<byte>.Shared.Rent(AttemptFormat.BytesMax(attempt));
        try
        {
            log.Append(buffer.AsSpan(0, AttemptFormat.Write(attempt, buffer)));
        }
        catch (IOException exception)
        {
            // The transaction is over, and is none the worse for it.
            Lose(exception.Message);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>Reads all that is there now, in the order in which it came.</summary>
    /// <exception cref="IOException">Something could not be kept.</exception>
    public IEnumerable<TransactionExport> Read()
    {
        foreach (var record in log.Read())
        {
            ThrowIfLost();
            yield return record.IsEmpty ? Start : AttemptFormat.Read(record.Span);
        }

        ThrowIfLost();
    }

    /// <summary>Reads the last version of each object, as it is stored.</summary>
    /// <returns>The versions, in no order.</returns>
    public IEnumerable<VersionExport> Versions() =>
        versions.Last().Select(static last => new VersionExport(AttemptFormat.Name(last.Kind, last.Key, last.Version)));

    /// <summary>Drops everything, and counts versions from 0 again.</summary>
    public async Task Clear(CancellationToken cancellationToken)
    {
        log.Clear();
        versions.Restart();
        if (numbers is not null)
            await numbers.Clear(cancellationToken);

        Volatile.Write(ref _lost, null);
    }

    public void Dispose() => log.Dispose();

    private void ThrowIfLost()
    {
        if (Volatile.Read(ref _lost) is { } reason)
            throw new IOException($"The history is not whole: {reason}.");
    }

    private void Lose(string reason)
    {
        if (Interlocked.CompareExchange(ref _lost, reason, null) is null)
            Lost(logger, reason);
    }

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "The history could not be kept, and is not recorded until the next reset: {Reason}")]
    private static partial void Lost(ILogger logger, string reason);
}

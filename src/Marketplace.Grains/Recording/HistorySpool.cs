using System.Buffers;
using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols.Recording;
using Microsoft.Extensions.Logging;

namespace Marketplace.Grains.Recording;

/// <summary>
/// Keeps what transactions did in a file until the next reset: some ten bytes an access there, in memory only what is not written yet.
/// </summary>
internal sealed partial class HistorySpool : IHistory, IDisposable
{
    private readonly Spool _spool;
    private readonly ObjectVersions _versions;
    private readonly ILogger<HistorySpool> _logger;
    private string? _lost;

    public HistorySpool(IArchiveFiles files, ObjectVersions versions, ILogger<HistorySpool> logger)
    {
        _spool = new Spool(files.Open("history"));
        (_versions, _logger) = (versions, logger);
    }

    /// <inheritdoc/>
    public void Add(AttemptLog attempt)
    {
        if (attempt.IsCutOff)
        {
            Lose($"a transaction had more than {AttemptLog.AccessesMax} accesses");
        }

        if (Volatile.Read(ref _lost) is not null)
        {
            return;
        }

        var buffer = ArrayPool<byte>.Shared.Rent(AttemptFormat.BytesMax(attempt));
        try
        {
            _spool.Append(key: 0, buffer.AsSpan(0, AttemptFormat.Write(attempt, buffer)));
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
    /// <returns>The attempts.</returns>
    /// <exception cref="IOException">Something could not be kept.</exception>
    public IEnumerable<TransactionExport> Read()
    {
        foreach (var (record, _) in _spool.Read(KeyFilter.All))
        {
            ThrowIfLost();
            yield return AttemptFormat.Read(record.Span);
        }

        ThrowIfLost();
    }

    /// <summary>Reads the last version of each object, as it is stored.</summary>
    /// <returns>The versions, in no order.</returns>
    public IEnumerable<VersionExport> Versions() =>
        _versions.Last().Select(static last => new VersionExport(AttemptFormat.Name(last.Kind, last.Key, last.Version)));

    /// <summary>Drops everything, and counts versions from 0 again.</summary>
    public void Clear()
    {
        _spool.Clear();
        _versions.Restart();
        Volatile.Write(ref _lost, null);
    }

    /// <inheritdoc/>
    public void Dispose() => _spool.Dispose();

    private void ThrowIfLost()
    {
        if (Volatile.Read(ref _lost) is { } reason)
        {
            throw new IOException($"The history is not whole: {reason}.");
        }
    }

    private void Lose(string reason)
    {
        if (Interlocked.CompareExchange(ref _lost, reason, null) is null)
        {
            Lost(_logger, reason);
        }
    }

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "The history could not be kept, and is not recorded until the next reset: {Reason}")]
    private static partial void Lost(ILogger logger, string reason);
}

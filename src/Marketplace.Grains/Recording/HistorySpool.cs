using System.Buffers;
using System.Buffers.Binary;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Logging;

namespace Marketplace.Grains.Recording;

/// <summary>
/// Keeps what transactions did in a file until the next reset: some ten bytes an access there, in memory only what is not written yet.
/// </summary>
/// <param name="logger">Where it tells of what can't be kept.</param>
/// <param name="numbers">Where the versions are stored with the states; null where they go with the silo.</param>
/// <param name="members">The silos of the cluster; null for a silo alone.</param>
internal sealed partial class HistorySpool(
    IHistoryLog log, ObjectVersions versions, ILogger<HistorySpool> logger, IVersionNumbers? numbers = null, IMembers? members = null)
    : IHistory, IDisposable
{
    private const int PageBytes = 256 * 1024;
    private const int VersionsAPage = 20_000;

    // A silo was here before, and was killed or has stopped.
    private static readonly TransactionExport Start = new("", TransactionExport.Start, 1, AttemptOutcome.Committed, null, [], []);

    private string? _lost;

    // The silos that were gone already when the last reset dropped all records; null while there was none.
    private ImmutableHashSet<string>? _goneBefore;

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

    /// <summary>What this silo knows of the records of its cluster.</summary>
    public RecordInfo Info()
    {
        ThrowIfLost();
        return new RecordInfo(
            log.FileName,
            (log.GoneBefore ?? Volatile.Read(ref _goneBefore)) is { } before ? [.. members?.Gone.Where(gone => !before.Contains(gone)) ?? []] : null);
    }

    /// <summary>Reads all that this silo alone has now, with what earlier starts of it have left, in the order in which it came.</summary>
    /// <exception cref="IOException">Something could not be kept.</exception>
    public IEnumerable<TransactionExport> Read()
    {
        foreach (var record in ReadEarlier([]))
            yield return record;

        foreach (var (record, _) in log.Read())
        {
            ThrowIfLost();
            yield return AttemptFormat.Read(record.Span);
        }

        ThrowIfLost();
    }

    /// <inheritdoc cref="IHistoryLog.Earlier"/>
    public ImmutableArray<string> Earlier(IEnumerable<string> living) => log.Earlier(living);

    /// <summary>Reads what silos have left that have ended, each followed by a record of the kind `start`.</summary>
    /// <param name="living">The files of the silos that have not ended, besides this one.</param>
    /// <exception cref="IOException">It can't be read.</exception>
    public IEnumerable<TransactionExport> ReadEarlier(IEnumerable<string> living)
    {
        foreach (var file in log.Earlier(living))
        {
            foreach (var record in log.ReadEarlier(file))
                yield return AttemptFormat.Read(record.Span);

            yield return Start;
        }
    }

    /// <summary>Reads some of what this start has recorded.</summary>
    /// <param name="from">Where to begin: 0, or where the page before has ended.</param>
    /// <exception cref="IOException">Something could not be kept.</exception>
    public RecordPage ReadPage(long from)
    {
        ThrowIfLost();
        var bytes = new ArrayBufferWriter<byte>(PageBytes);
        foreach (var (record, next) in log.Read(from))
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes.GetSpan(sizeof(int)), record.Length);
            bytes.Advance(sizeof(int));
            bytes.Write(record.Span);
            if (bytes.WrittenCount >= PageBytes)
                return new RecordPage(bytes.WrittenMemory, next);
        }

        return new RecordPage(bytes.WrittenMemory, null);
    }

    /// <summary>Reads the records of a page.</summary>
    public static IEnumerable<TransactionExport> Read(RecordPage page)
    {
        for (var at = 0; at < page.Records.Length;)
        {
            var length = BinaryPrimitives.ReadInt32LittleEndian(page.Records.Span[at..]);
            at += sizeof(int) + length;
            yield return AttemptFormat.Read(page.Records.Span[(at - length)..at]);
        }
    }

    /// <summary>Drops what silos have left that have ended.</summary>
    /// <param name="living">The files of the silos that have not ended.</param>
    public void DropEarlier(IEnumerable<string> living) => log.DropEarlier(living, members?.Gone ?? []);

    /// <summary>Reads the last version of each object, as this silo has stored it.</summary>
    /// <returns>The versions, in no order.</returns>
    public IEnumerable<VersionExport> Versions() =>
        versions.Last().Select(static last => new VersionExport(AttemptFormat.Name(last.Kind, last.Key, last.Version)));

    /// <summary>Reads some of the last versions of objects that this silo has stored.</summary>
    /// <param name="after">Where to go on; null to begin.</param>
    public VersionPage ReadVersions(ObjectVersion? after)
    {
        var some = versions.Last().Select(static last => new ObjectVersion(last.Kind, last.Key, last.Version))
            .Where(last => after is not { } begin || (last.Kind, last.Key).CompareTo((begin.Kind, begin.Key)) > 0)
            .OrderBy(static last => (last.Kind, last.Key))
            .Take(VersionsAPage)
            .ToImmutableArray();
        return new VersionPage(some, some.Length < VersionsAPage ? null : some[^1]);
    }

    /// <summary>Drops everything, and counts versions from 0 again.</summary>
    public async Task Clear(CancellationToken cancellationToken)
    {
        // First: a grain that begins meanwhile must not go on from a number that is about to be forgotten.
        if (numbers is not null)
            await numbers.Clear(cancellationToken);

        log.Clear();
        versions.Restart();
        Volatile.Write(ref _goneBefore, members?.Gone.ToImmutableHashSet() ?? []);
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

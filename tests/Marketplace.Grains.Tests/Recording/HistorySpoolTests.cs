using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Recording;
using Marketplace.Protocols;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace Marketplace.Grains.Tests.Recording;

public sealed class HistorySpoolTests : IDisposable
{
    private const byte Cart = 0;
    private const byte Stock = 2;

    private readonly string _folder = Directory.CreateTempSubdirectory("history-test-").FullName;
    private readonly HistorySpool _history;

    public HistorySpoolTests() => _history = Spool(new DiskFiles(_folder));

    public void Dispose()
    {
        _history.Dispose();
        Assert.Empty(Directory.GetFiles(_folder));
        Directory.Delete(_folder);
    }

    [Fact]
    public void What_comes_back_is_what_went_in()
    {
        _history.Add(Attempt(
            "tid-ü-1",
            AttemptEnd.Committed,
            null,
            new RecordedAccess(Cart, 7, 0, IsWrite: false),
            new RecordedAccess(Stock, Keys.Pair(int.MaxValue, int.MaxValue), long.MaxValue, IsWrite: true),
            new RecordedAccess(Stock, Keys.Pair(3, 128), 127, IsWrite: true)));
        _history.Add(Attempt("", AttemptEnd.Aborted, AbortCause.ParticipantLost));
        _history.Add(Attempt("t", AttemptEnd.Unknown, null));

        var read = _history.Read().ToList();

        Assert.Equal(("tid-ü-1", "checkout", 2, AttemptOutcome.Committed, null), Head(read[0]));
        Assert.Equal(["cart/7@0"], read[0].Reads!.Value);
        Assert.Equal(["stock/2147483647/2147483647@9223372036854775807", "stock/3/128@127"], read[0].Writes!.Value);
        Assert.Equal(("", "checkout", 2, AttemptOutcome.Aborted, "participant-lost"), Head(read[1]));
        Assert.True(read[1].Reads is null && read[1].Writes is null);
        Assert.Equal(("t", "checkout", 2, AttemptOutcome.Unknown, null), Head(read[2]));
        Assert.Empty(read[2].Reads!.Value);
    }

    [Fact]
    public void In_a_cluster_records_of_one_attempt_have_one_name_and_go_from_silo_to_silo_by_pages()
    {
        var id = new RecordedAttempt(long.MaxValue >> 1, 300, 2);
        var own = new AttemptLog("t", TransactionKind.Checkout, 2) { Id = id };
        own.Close(AttemptEnd.Committed, null, keepsAccesses: true, late: _history);
        _history.Add(own);
        own.Add(new RecordedAccess(Cart, 7, 3, IsWrite: true));

        var page = _history.ReadPage(0);
        var read = HistorySpool.Read(page).ToList();

        Assert.Null(page.Next);
        Assert.Equal(["3fffffffffffffff-300", "3fffffffffffffff-300"], read.Select(static record => record.Id));
        Assert.Equal([false, true], read.Select(static record => record.IsPart));
        Assert.Equal([AttemptOutcome.Committed, AttemptOutcome.Unknown], read.Select(static record => record.Outcome));
        Assert.Equal(["cart/7@3"], read[1].Writes!.Value);
    }

    [Fact]
    public void A_version_whose_content_was_changed_is_named_as_it_was_read()
    {
        _history.Add(Attempt(
            "t",
            AttemptEnd.Committed,
            null,
            new RecordedAccess(Cart, 7, 3, IsWrite: false, IsChanged: true),
            new RecordedAccess(Cart, 8, 3, IsWrite: true),
            new RecordedAccess(Stock, Keys.Pair(3, 12), 8, IsWrite: true, IsChanged: true)));

        var read = _history.Read().Single();

        Assert.Equal(["cart/7@3", "stock/3/12@7"], read.Changed!.Value);
        Assert.Equal(["cart/7@3"], read.Reads!.Value);
        Assert.Equal(["cart/8@3", "stock/3/12@8"], read.Writes!.Value);
    }

    [Fact]
    public void Every_kind_and_cause_has_a_name()
    {
        foreach (var kind in Enum.GetValues<TransactionKind>())
        {
            var attempt = new AttemptLog("t", kind, 1);
            attempt.Close(AttemptEnd.Committed, null, keepsAccesses: false);
            _history.Add(attempt);
        }

        foreach (var cause in Enum.GetValues<AbortCause>())
            _history.Add(Attempt("t", AttemptEnd.Aborted, cause));

        var (ended, aborted) = (_history.Read().Where(attempt => attempt.Cause is null), _history.Read().Where(attempt => attempt.Cause is not null));
        Assert.Equal(Enum.GetValues<TransactionKind>().Length, ended.DistinctBy(attempt => attempt.Kind).Count());
        Assert.Equal(Enum.GetValues<AbortCause>().Length, aborted.DistinctBy(attempt => attempt.Cause).Count());
    }

    [Fact]
    public async Task More_than_the_memory_takes_comes_back_in_order_and_a_reset_drops_it()
    {
        const int Count = 100_000;
        for (var i = 0; i < Count; i++)
            _history.Add(Attempt($"{i}", AttemptEnd.Committed, null, new RecordedAccess(Cart, i, i, IsWrite: true)));

        Assert.Equal(Enumerable.Range(0, Count).Select(i => $"cart/{i}@{i}"), _history.Read().Select(attempt => attempt.Writes!.Value.Single()));
        await _history.Clear(TestContext.Current.CancellationToken);
        Assert.Empty(_history.Read());
    }

    [Fact]
    public async Task A_disk_that_is_full_fails_no_transaction_but_the_export_until_the_next_reset()
    {
        var file = new FullDisk { IsFull = true };
        using var history = Spool(file);
        var large = Enumerable.Range(0, 100_000).Select(i => new RecordedAccess(Cart, i, 1, IsWrite: true)).ToArray();
        history.Add(Attempt("1", AttemptEnd.Committed, null, large));
        history.Add(Attempt("2", AttemptEnd.Committed, null, large));

        var problem = Assert.Throws<IOException>(() => history.Read().Count());
        Assert.Equal("The history is not whole: No space left.", problem.Message);

        file.IsFull = false;
        await history.Clear(TestContext.Current.CancellationToken);
        history.Add(Attempt("3", AttemptEnd.Committed, null));
        Assert.Equal("3", Assert.Single(history.Read()).Tid);
    }

    [Fact]
    public void A_transaction_without_bounds_is_not_recorded_in_part()
    {
        var attempt = new AttemptLog("1", TransactionKind.Maintenance, 1);
        for (var i = 0; i <= AttemptLog.AccessesMax; i++)
            attempt.Add(new RecordedAccess(Cart, i, 1, IsWrite: true));

        attempt.Close(AttemptEnd.Committed, null, keepsAccesses: true);
        _history.Add(attempt);
        Assert.Contains("more than 1048576 accesses", Assert.Throws<IOException>(() => _history.Read().Count()).Message, StringComparison.Ordinal);
    }

    /// <summary>A grain that begins between the two would go on from a number that is forgotten then.</summary>
    [Fact]
    public async Task A_reset_forgets_the_numbers_of_versions_before_they_are_counted_anew()
    {
        var versions = new ObjectVersions();
        versions.GoOn(Stock, 5, 2);
        var numbers = new Numbers { WhenCleared = () => Assert.Single(versions.Last()) };
        using var history = new HistorySpool(new PassingLog(new DiskFiles(_folder)), versions, NullLogger<HistorySpool>.Instance, numbers);
        await history.Clear(TestContext.Current.CancellationToken);
        Assert.True(numbers.IsCleared);
        Assert.Empty(versions.Last());
    }

    [Fact]
    public void Whom_a_reset_found_gone_is_no_gap_in_the_record_for_a_silo_that_comes_later()
    {
        var folder = Path.Combine(_folder, "kept");
        var members = new Members("10.0.0.2:11111@7", "10.0.0.3:11111@7");
        using (var there = Kept(folder, "10.0.0.1:11111@7", new Members("10.0.0.2:11111@7")))
        {
            Assert.Null(there.Info().GoneSinceReset);
            there.DropEarlier([]);
        }

        using (var later = Kept(folder, "10.0.0.4:11111@7", members))
            Assert.Equal(["10.0.0.3:11111@7"], later.Info().GoneSinceReset!.Value);

        Directory.Delete(folder, recursive: true);
    }

    private static HistorySpool Kept(string folder, string silo, IMembers members) => new(
        new KeptLog(folder, silo), new ObjectVersions(areShared: true), NullLogger<HistorySpool>.Instance, members: members);

    private static (string Tid, string Kind, int Attempt, AttemptOutcome Outcome, string? Cause) Head(TransactionExport export) =>
        (export.Tid, export.Kind, export.Attempt, export.Outcome, export.Cause);

    private static HistorySpool Spool(IArchiveFiles files) => new(new PassingLog(files), new ObjectVersions(), NullLogger<HistorySpool>.Instance);

    private static AttemptLog Attempt(string tid, AttemptEnd end, AbortCause? cause, params RecordedAccess[] accesses)
    {
        var attempt = new AttemptLog(tid, TransactionKind.Checkout, 2);
        foreach (var access in accesses)
            attempt.Add(access);

        attempt.Close(end, cause, keepsAccesses: end != AttemptEnd.Aborted);
        return attempt;
    }

    private sealed class Members(params string[] gone) : IMembers
    {
        public string? Self => null;

        public ImmutableArray<string> Gone => [.. gone];
    }

    private sealed class Numbers : IVersionNumbers
    {
        public required Action WhenCleared { get; init; }

        public bool IsCleared { get; private set; }

        public IAsyncEnumerable<(string Service, long Key, long Version)> Read(CancellationToken cancellationToken) =>
            throw new NotSupportedException();

        public Task Clear(CancellationToken cancellationToken)
        {
            WhenCleared();
            IsCleared = true;
            return Task.CompletedTask;
        }
    }

    private sealed class FullDisk : IArchiveFiles, IArchiveFile
    {
        public bool IsFull { get; set; }

        public IArchiveFile Open(string name) => this;

        public void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            if (IsFull)
                throw new IOException("No space left");
        }

        public int Read(Span<byte> buffer, long offset) => 0;

        public void Truncate(long length)
        {
            // Nothing was written.
        }

        public void Dispose()
        {
            // Nothing is held.
        }
    }
}

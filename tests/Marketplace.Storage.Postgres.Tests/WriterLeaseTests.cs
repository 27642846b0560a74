using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>How long a silo takes itself for a writer.</summary>
public sealed class WriterLeaseTests
{
    private static readonly TimeSpan Half = WriterLease.Duration / 2;

    private readonly FakeTimeProvider _time = new();
    private readonly List<TaskCompletionSource> _asked = [];
    private readonly WriterLease _lease;

    public WriterLeaseTests() => _lease = new WriterLease(
        () =>
        {
            lock (_asked)
            {
                _asked.Add(new());
                return _asked[^1].Task;
            }
        },
        _time);

    [Fact(Timeout = 60_000)]
    public async Task Who_asks_first_waits_for_the_storage_and_who_comes_soon_does_not()
    {
        var first = _lease.Confirm().AsTask();
        var second = _lease.Confirm().AsTask();
        await Asked(1);
        Assert.False(first.IsCompleted || second.IsCompleted);
        _asked[0].SetResult();
        await Task.WhenAll(first, second);
        _time.Advance(Half - TimeSpan.FromTicks(1));
        Assert.True(IsConfirmedAtOnce());
        Assert.Single(_asked);
    }

    [Fact(Timeout = 60_000)]
    public async Task It_is_asked_again_before_anybody_has_to_wait()
    {
        await Begin();
        _time.Advance(Half);
        Assert.True(IsConfirmedAtOnce());
        Assert.True(IsConfirmedAtOnce());
        await Asked(2);
        _asked[1].SetResult();

        // By now the first answer is worth nothing. The second one counts from when it was asked.
        _time.Advance(Half);
        await Wait(IsConfirmedAtOnce);
        _time.Advance(Half - TimeSpan.FromTicks(1));
        Assert.True(IsConfirmedAtOnce());
    }

    [Fact(Timeout = 60_000)]
    public async Task A_silo_that_was_paused_asks_before_it_says_anything()
    {
        await Begin();
        _time.Advance(WriterLease.Wait);
        var confirmed = _lease.Confirm().AsTask();
        await Asked(2);
        Assert.False(confirmed.IsCompleted);
        _asked[1].SetException(new StorageUnavailableException("It is a writer no more."));
        await Assert.ThrowsAsync<StorageUnavailableException>(() => confirmed);
    }

    [Fact(Timeout = 60_000)]
    public async Task An_answer_that_came_before_a_pause_is_worth_nothing_to_who_asks_after_it()
    {
        var before = _lease.Confirm().AsTask();
        await Asked(1);
        _time.Advance(WriterLease.Wait);
        var after = _lease.Confirm().AsTask();
        _asked[0].SetResult();
        await before;
        await Asked(2);
        Assert.False(after.IsCompleted);
        _asked[1].SetResult();
        await after;
    }

    [Fact]
    public void Who_ends_a_writer_waits_longer_than_that_takes_itself_for_one() => Assert.True(WriterLease.Wait > WriterLease.Duration);

    private bool IsConfirmedAtOnce() => _lease.Confirm().AsTask().IsCompletedSuccessfully;

    private async Task Begin()
    {
        var first = _lease.Confirm().AsTask();
        await Asked(1);
        _asked[0].SetResult();
        await first;
    }

    // The storage is asked on another thread.
    private Task Asked(int count) => Wait(() =>
    {
        lock (_asked)
        {
            return _asked.Count == count;
        }
    });

    private static async Task Wait(Func<bool> condition)
    {
        while (!condition())
            await Task.Yield();
    }
}

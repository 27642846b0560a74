using Marketplace.Protocols.Deterministic;
using Xunit;

namespace Marketplace.Protocols.Tests.Deterministic;

public sealed class LockManagerTests
{
    private readonly LockManager _locks = new();
    private long _number;

    [Fact]
    public void A_transaction_waits_until_all_before_it_that_it_conflicts_with_are_over()
    {
        var (first, second, third) = (Transaction(), Transaction(), Transaction());
        Assert.Null(_locks.Acquire(first, Writes(1)));
        Assert.Null(_locks.Acquire(second, Writes(2)));
        var start = _locks.Acquire(third, Writes(1, 2));
        Assert.NotNull(start);

        Leave(second);
        Assert.False(start.IsCompleted);
        Leave(first);
        Assert.True(start.IsCompletedSuccessfully);
    }

    [Fact]
    public void Readers_run_beside_each_other_but_not_past_a_writer_that_waits()
    {
        var (reader, another, writer, late) = (Transaction(), Transaction(), Transaction(), Transaction());
        Assert.Null(_locks.Acquire(reader, Reads(1)));
        Assert.Null(_locks.Acquire(another, Reads(1)));
        var writing = _locks.Acquire(writer, Writes(1));
        var reading = _locks.Acquire(late, Reads(1));

        Leave(reader);
        Assert.False(writing!.IsCompleted);
        Leave(another);
        Assert.True(writing.IsCompleted);
        Assert.False(reading!.IsCompleted);
        Leave(writer);
        Assert.True(reading.IsCompleted);
    }

    [Fact]
    public void A_grain_that_is_declared_again_is_not_waited_for()
    {
        var (first, second) = (Transaction(), Transaction());
        Assert.Null(_locks.Acquire(first, Writes(1, 2)));
        var start = _locks.Acquire(second, Writes(2));
        Assert.Null(_locks.Acquire(first, Writes(2, 3)));
        Assert.Null(_locks.Acquire(first, Reads(1)));
        Leave(first);
        Assert.True(start!.IsCompleted);
        Leave(second);
        Assert.Equal(0, _locks.Queues);
    }

    [Fact]
    public void Who_waits_and_declares_the_same_again_waits_on()
    {
        var (first, second) = (Transaction(), Transaction());
        Assert.Null(_locks.Acquire(first, Writes(1)));
        var start = _locks.Acquire(second, Writes(1));
        var again = _locks.Acquire(second, Writes(1));
        Leave(first);
        Assert.True(start!.IsCompleted);
        Assert.True(again!.IsCompleted);
    }

    [Fact]
    public void What_was_declared_to_be_read_can_not_be_declared_to_be_written_later()
    {
        var reader = Transaction();
        Assert.Null(_locks.Acquire(reader, Reads(1)));
        var refused = Assert.Throws<InvalidOperationException>(Declare);
        Assert.Contains("declare it to be written at once", refused.Message, StringComparison.Ordinal);
        Leave(reader);
        Assert.Equal(0, _locks.Queues);

        void Declare() => _ = _locks.Acquire(reader, Writes(1, 2));
    }

    [Fact]
    public void One_that_gives_up_lets_those_behind_it_go_on()
    {
        var (first, second, third) = (Transaction(), Transaction(), Transaction());
        Assert.Null(_locks.Acquire(first, Writes(1)));
        Assert.NotNull(_locks.Acquire(second, Writes(1, 2)));
        var start = _locks.Acquire(third, Writes(2));
        Assert.False(start!.IsCompleted);

        Leave(second);
        Assert.True(start.IsCompleted);
    }

    [Fact]
    public void What_is_declared_later_comes_before_those_that_wait_and_after_those_that_run()
    {
        var (delivery, running, waiting) = (Transaction(), Transaction(), Transaction());
        Assert.Null(_locks.Acquire(delivery, Writes(1)));
        Assert.Null(_locks.Acquire(running, Writes(2)));
        var start = _locks.Acquire(waiting, Writes(1, 2, 3));

        // The one that waits for the delivery is before it at 3 and behind another at 2; neither may hold the delivery up.
        var more = _locks.Acquire(delivery, Writes(2, 3));
        Assert.False(more!.IsCompleted);
        Leave(running);
        Assert.True(more.IsCompleted);
        Assert.False(start!.IsCompleted);
        Leave(delivery);
        Assert.True(start.IsCompleted);
    }

    [Fact]
    public void Random_transactions_all_run_alone_and_leave_nothing_behind()
    {
        var random = new Random(7);
        var running = new List<SequencedTransaction>();
        var waiting = new List<(SequencedTransaction Transaction, Task Start)>();
        for (var step = 0; step < 20_000; step++)
        {
            if (step < 15_000 && running.Count + waiting.Count < 40 && random.Next(2) == 0)
            {
                var transaction = Transaction();
                if (_locks.Acquire(transaction, Random(random)) is { } start)
                    waiting.Add((transaction, start));
                else
                    running.Add(transaction);
            }
            else if (running.Count > 0)
            {
                var transaction = running[random.Next(running.Count)];
                Leave(transaction);
                running.Remove(transaction);
                running.AddRange(waiting.Where(static next => next.Start.IsCompleted).Select(static next => next.Transaction));
                waiting.RemoveAll(static next => next.Start.IsCompleted);
            }

            AssertAlone(running);
        }

        Assert.Empty(waiting);
        Assert.Empty(running);
        Assert.Equal(0, _locks.Queues);
    }

    private static void AssertAlone(IEnumerable<SequencedTransaction> running)
    {
        foreach (var grain in running.SelectMany(static transaction => transaction.Requests).GroupBy(static request => request.Access.Key))
            Assert.True(grain.Count() == 1 || !grain.Any(static request => request.IsWrite), $"Grain {grain.Key} has two at a time.");
    }

    private static AccessSet Random(Random random) => AccessSet.Of(
        [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => Access(random.Next(10), random.Next(3) == 0 ? AccessMode.Read : AccessMode.Write))]);

    private static AccessSet Writes(params int[] keys) => AccessSet.Of([.. keys.Select(static key => Access(key, AccessMode.Write))]);

    private static AccessSet Reads(params int[] keys) => AccessSet.Of([.. keys.Select(static key => Access(key, AccessMode.Read))]);

    // The lock manager looks at places only, never at a grain.
    private static Access Access(int key, AccessMode mode) => new(null!, 0, key, mode);

    private void Leave(SequencedTransaction transaction)
    {
        foreach (var next in _locks.Release(transaction) ?? [])
            next.StartHere(0);
    }

    private SequencedTransaction Transaction() => new(new TransactionId(0, ++_number), 0);
}

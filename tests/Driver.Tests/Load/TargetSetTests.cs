using Marketplace.Driver.Http;
using Marketplace.Driver.Load.Targets;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

public sealed class TargetSetTests
{
    private readonly FakeTimeProvider _time = new();

    [Theory]
    [InlineData(10, 3)]
    [InlineData(2, 5)]
    [InlineData(64, 2)]
    public void Whatever_is_ready_shares_the_workers_evenly(int workers, int targets)
    {
        var random = new Random(workers);
        var set = Set(workers, targets);
        var ready = Enumerable.Repeat(true, targets).ToArray();
        for (var i = 0; i < 200; i++)
        {
            var (target, before) = (random.Next(targets), Assigned(set, workers));
            ready[target] = !ready[target];
            Report(set, target, ready[target]);
            var shares = Shares(Assigned(set, workers), targets);
            if (!ready.Contains(true))
            {
                Assert.Equal(before, Assigned(set, workers));
                continue;
            }

            Assert.All(shares.Where((_, t) => !ready[t]), share => Assert.Equal(0, share));
            var some = shares.Where((_, t) => ready[t]).ToList();
            Assert.InRange(some.Max() - some.Min(), 0, 1);
        }
    }

    [Fact]
    public void No_more_workers_move_than_must()
    {
        var set = Set(12, 4);
        var before = Assigned(set, 12);
        set.ReportNotReady(1);
        var after = Assigned(set, 12);
        Assert.All(before.Zip(after), pair => Assert.True(pair.First == 1 ? pair.Second != 1 : pair.Second == pair.First));

        set.ReportReady(1, _time.GetTimestamp());
        Assert.Equal(3, Assigned(set, 12).Zip(after).Count(pair => pair.First != pair.Second));
    }

    [Fact]
    public void Changes_are_told_in_seconds_since_the_start()
    {
        var set = Set(4, 3);
        set.ReportNotReady(2);
        _time.Advance(TimeSpan.FromSeconds(3));
        set.Begin(_time.GetTimestamp());
        _time.Advance(TimeSpan.FromSeconds(2));
        set.ReportNotReady(0);
        set.ReportNotReady(0);
        _time.Advance(TimeSpan.FromSeconds(1));
        set.ReportReady(2, _time.GetTimestamp());

        Assert.Equal([new ReadinessChange(2, false)], set.Changes(0));
        Assert.Empty(set.Changes(1));
        Assert.Equal([new ReadinessChange(0, false), new ReadinessChange(3, true)], set.Changes(2));
    }

    // It answers a probe and stops; a worker that comes after that finds it gone before the answer is read.
    [Fact]
    public void Who_was_found_not_to_be_ready_stays_so_whatever_it_answered_before()
    {
        var set = Set(4, 2);
        var asked = _time.GetTimestamp();
        _time.Advance(TimeSpan.FromMilliseconds(1));
        set.ReportNotReady(0);
        set.ReportReady(0, asked);
        Assert.False(Assert.Single(set.Changes(0)).IsReady);
        Assert.DoesNotContain(0, Assigned(set, 4));

        set.ReportReady(0, _time.GetTimestamp());
        Assert.Equal([false, true], set.Changes(0).Select(change => change.IsReady));
        Assert.Equal([2, 2], Shares(Assigned(set, 4), 2));
    }

    [Fact]
    public void A_target_that_never_settles_is_remembered_to_a_limit()
    {
        var set = Set(4, 2);
        for (var i = 0; i < 1_000; i++)
            Report(set, 0, isReady: i % 2 == 1);
        Assert.Equal(100, set.Changes(0).Length);
    }

    [Fact]
    public void A_worker_settles_at_who_answers_only_while_its_own_target_is_not_ready()
    {
        var set = Set(2, 2);
        set.Settle(0, 1);
        Assert.Equal(0, set.Of(0));
        set.ReportNotReady(0);
        set.ReportNotReady(1);
        Assert.Equal((1, 1), (set.Of(0), set.Of(1)));
        set.Settle(0, 0);
        Assert.Equal(0, set.Of(0));
    }

    private void Report(TargetSet set, int target, bool isReady)
    {
        if (isReady)
            set.ReportReady(target, _time.GetTimestamp());
        else
            set.ReportNotReady(target);
    }

    private TargetSet Set(int workers, int targets) =>
        new([.. Enumerable.Range(1, targets).Select(port => new HttpEndpoint(new Uri($"http://127.0.0.1:{port}")))], workers, _time);

    private static int[] Assigned(TargetSet set, int workers) => [.. Enumerable.Range(0, workers).Select(set.Of)];

    private static int[] Shares(int[] assigned, int targets) =>
        [.. Enumerable.Range(0, targets).Select(target => assigned.Count(each => each == target))];
}

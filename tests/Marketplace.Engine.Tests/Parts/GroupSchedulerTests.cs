using Marketplace.Engine.Turns.Scheduling;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Engine.Tests.Parts;

/// <summary>The order in which groups run what they have, on a scheduler that runs one item when the test says so.</summary>
public sealed class GroupSchedulerTests
{
    private readonly StepScheduler _below = new();
    private readonly ManualTimeProvider _time = new();
    private readonly List<string> _ran = [];

    [Fact]
    public void A_flood_in_one_group_does_not_hold_up_another()
    {
        var (flooded, other) = (Group("flooded"), Group("other"));
        for (var i = 0; i < 1_000; i++)
            flooded.Schedule(Item("flood"));
        other.Schedule(Item("other"));
        _below.RunOne();
        _below.RunOne();
        Assert.Equal(65, _ran.Count);
        Assert.Equal("other", _ran[^1]);
    }

    [Fact]
    public void A_slice_also_ends_when_its_time_is_up()
    {
        var (flooded, other) = (Group("flooded"), Group("other"));
        for (var i = 0; i < 10; i++)
            flooded.Schedule(new Work(() => _time.Advance(TimeSpan.FromMilliseconds(1))));
        other.Schedule(Item("other"));
        _below.RunOne();
        _below.RunOne();
        Assert.Equal(["other"], _ran);
        Assert.Equal(1, _below.Waiting);
    }

    [Fact]
    public void As_many_workers_are_borrowed_as_the_group_may_have_and_all_are_given_back()
    {
        var group = Group("group", parallelism: 3);
        for (var i = 0; i < 1_000; i++)
            group.Schedule(Item("item"));
        Assert.Equal(3, _below.Waiting);
        while (_below.Waiting > 0)
            _below.RunOne();
        Assert.Equal(1_000, _ran.Count);
        group.Schedule(Item("later"));
        Assert.Equal(1, _below.Waiting);
    }

    [Fact]
    public void Begun_work_goes_before_new_work_but_does_not_keep_it_out()
    {
        var group = Group("group");
        for (var i = 0; i < 3; i++)
            Assert.True(group.TryAdmit(Item("new")));
        for (var i = 0; i < 20; i++)
            group.Schedule(Item("begun"));
        _below.RunOne();
        Assert.Equal(16, _ran.IndexOf("new"));
        Assert.Equal(["new", "begun", "begun", "begun", "begun", "new", "new"], _ran[16..]);
    }

    [Fact]
    public void No_more_new_work_waits_than_may()
    {
        var group = Group("group", maxNewcomers: 2);
        Assert.True(group.TryAdmit(Item("new")));
        Assert.True(group.TryAdmit(Item("new")));
        Assert.False(group.TryAdmit(Item("refused")));
        _below.RunOne();
        Assert.True(group.TryAdmit(Item("new")));
        _below.RunOne();
        Assert.Equal(["new", "new", "new"], _ran);
    }

    [Fact]
    public void Calls_begin_inline_within_the_group_alone()
    {
        var (group, other) = (Group("group"), Group("other"));
        var seen = new List<bool>();
        group.Schedule(new Work(() => seen.AddRange([group.TryBeginInline(), other.TryBeginInline()])));
        _below.RunOne();
        Assert.Equal([true, false], seen);
        Assert.False(group.TryBeginInline());
    }

    private GroupScheduler Group(string name, int parallelism = 1, int maxNewcomers = 100) =>
        new(name, parallelism, maxNewcomers, _below, _time);

    private Work Item(string name) => new(() => _ran.Add(name));

    private sealed class Work(Action run) : IThreadPoolWorkItem
    {
        public void Execute() => run();
    }

    private sealed class StepScheduler : IActivationScheduler
    {
        private readonly Queue<IThreadPoolWorkItem> _items = new();

        public int Waiting => _items.Count;
        public ExecutionContext DefaultExecutionContext => ExecutionContext.Capture()!;

        public void Schedule(IThreadPoolWorkItem item, bool behindOthers = false) => _items.Enqueue(item);

        public bool TryBeginInline() => true;

        public void EndInline()
        {
            // Nothing is counted here.
        }

        public void RunOne() => _items.Dequeue().Execute();
    }
}

using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Protocols.Tests.Commit;

/// <summary>A part of a transaction whose grain is activated anew before it is stored.</summary>
public sealed class StoredBranchTests
{
    private readonly Store _last = new();
    private readonly Store _next = new();
    private readonly NotedWrite _write = new();

    [Fact]
    public async Task What_is_handed_over_after_the_next_activation_has_taken_it_up_goes_to_the_store_of_that_one()
    {
        var (branch, loaded) = (new Branch { Store = _last, Working = new State() }, new State());
        Assert.Same(loaded, await branch.TakeUp(_next, loaded, CancellationToken.None));
        _ = _write.Submit([branch]);
        Assert.Same(branch.Working, Assert.Single(_next.Added));
        Assert.Empty(_last.Added);
        Assert.Equal(0, _next.Loads);
    }

    [Fact]
    public async Task What_was_handed_over_before_is_loaded_again_when_it_is_stored()
    {
        var (branch, loaded) = (new Branch { Store = _last, Working = new State() }, new State());
        _ = _write.Submit([branch]);
        var taken = branch.TakeUp(_next, loaded, CancellationToken.None).AsTask();
        Assert.Equal(0, _next.Loads);
        _write.Stored.SetResult();
        Assert.Same(_next.State, await taken);
        Assert.Same(branch.Working, Assert.Single(_last.Added));
        Assert.Empty(_next.Added);
    }

    [Fact]
    public async Task What_is_being_handed_over_is_waited_for()
    {
        var branch = new Branch { Store = _last, Working = new State() };
        branch.Join(_write);
        var taken = branch.TakeUp(_next, new State(), CancellationToken.None).AsTask();
        Assert.False(taken.IsCompleted);
        branch.HandedOver(Task.CompletedTask);
        Assert.Same(_next.State, await taken);
        using var gaveUp = new CancellationTokenSource();
        var lost = new Branch { Store = _last, Working = new State() };
        lost.Join(_write);
        var waits = lost.TakeUp(_next, new State(), gaveUp.Token).AsTask();
        await gaveUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waits);
    }

    [Fact]
    public async Task What_has_only_read_needs_no_store()
    {
        var (branch, loaded) = (new Branch { Store = _last }, new State());
        _ = _write.Submit([branch]);
        Assert.Same(loaded, await branch.TakeUp(_next, loaded, CancellationToken.None));
    }

    [Fact]
    public async Task What_could_not_be_taken_up_stays_for_the_next_activation()
    {
        var (handoff, grain, left) = (new ActivationHandoff(), GrainId.Create("counter", "1"), new State());
        handoff.Leave(grain, left);
        await Assert.ThrowsAsync<TimeoutException>(() => handoff.TakeUp<State>(grain, _ => throw new TimeoutException()));
        State? taken = null;
        await handoff.TakeUp<State>(grain, state => Task.FromResult(taken = state));
        Assert.Same(left, taken);
        await handoff.TakeUp<State>(grain, _ => throw new InvalidOperationException("It is taken."));
    }

    private sealed class State;

    private sealed class Branch : StoredBranch<State>;

    private sealed class NotedWrite : AtomicWrite
    {
        public TaskCompletionSource Stored { get; } = new();

        public override Task Submit() => Stored.Task;
    }

    private sealed class Store : IStateStore<State>
    {
        public State State { get; } = new();
        public List<State> Added { get; } = [];
        public int Loads { get; private set; }

        public ValueTask<State> Load(CancellationToken cancellationToken)
        {
            Loads++;
            return new(State);
        }

        public ValueTask Save(State state) => throw new NotSupportedException();

        public ValueTask Clear() => throw new NotSupportedException();

        public void Add(AtomicWrite write, State state) => Added.Add(state);
    }
}

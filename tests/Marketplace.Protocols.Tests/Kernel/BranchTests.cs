using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>A part of a transaction whose grain is activated anew before it is stored.</summary>
public sealed class BranchTests
{
    private readonly Store _last = new();
    private readonly Store _next = new();
    private readonly NotedWrite _write = new();

    [Fact]
    public async Task What_is_handed_over_after_the_next_activation_has_taken_it_up_goes_to_the_store_of_that_one()
    {
        var (branch, loaded) = (Written(), new State());
        Assert.Same(loaded, await branch.TakeUp(_next, loaded, CancellationToken.None));
        _ = _write.Submit([branch]);
        Assert.Same(branch.Working, Assert.Single(_next.Added));
        Assert.Empty(_last.Added);
        Assert.Equal(0, _next.Loads);
    }

    [Fact]
    public async Task What_was_handed_over_before_is_loaded_again_when_it_is_stored()
    {
        var (branch, loaded) = (Written(), new State());
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
        var branch = Written();
        branch.Join(_write);
        var taken = branch.TakeUp(_next, new State(), CancellationToken.None).AsTask();
        Assert.False(taken.IsCompleted);
        branch.HandedOver(Task.CompletedTask);
        Assert.Same(_next.State, await taken);
        using var gaveUp = new CancellationTokenSource();
        var lost = Written();
        lost.Join(_write);
        var waits = lost.TakeUp(_next, new State(), gaveUp.Token).AsTask();
        await gaveUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waits);
    }

    [Fact]
    public async Task What_has_only_read_needs_no_store()
    {
        var (branch, loaded) = (Begun(), new State());
        _ = _write.Submit([branch]);
        Assert.Same(loaded, await branch.TakeUp(_next, loaded, CancellationToken.None));
    }

    [Fact]
    public async Task What_could_not_be_taken_up_stays_for_the_next_activation()
    {
        var (handoff, grain, left) = (new ActivationHandoff(), GrainId.Create("counter", "1"), new LeftBranches([Written()], [], null));
        handoff.Leave(grain, left);
        await Assert.ThrowsAsync<TimeoutException>(() => handoff.TakeUp(grain, _ => throw new TimeoutException()));
        handoff.Clean(grain);
        LeftBranches? taken = null;
        await handoff.TakeUp(grain, branches => Task.FromResult(taken = branches));
        Assert.Same(left, taken);
        await handoff.TakeUp(grain, _ => throw new InvalidOperationException("It is taken."));
    }

    [Fact]
    public async Task What_is_over_is_not_kept_for_an_activation_that_may_never_come()
    {
        var (handoff, grain, branch) = (new ActivationHandoff(), GrainId.Create("counter", "1"), Written());
        handoff.Leave(grain, new LeftBranches([branch], [], null));
        await branch.RunOnCommit();
        handoff.Clean(grain);
        await handoff.TakeUp(grain, _ => throw new InvalidOperationException("It was cleaned."));
    }

    private sealed class State;

    private Transaction Begun()
    {
        var branch = new Transaction();
        branch.Begin(_last);
        return branch;
    }

    private Transaction Written()
    {
        var branch = Begun();
        branch.Working = new State();
        return branch;
    }

    private sealed class Transaction() : Branch(new TransactionId(0, 1), 0);

    private sealed class NotedWrite : AtomicWrite
    {
        public TaskCompletionSource Stored { get; } = new();

        public override Task Submit() => Stored.Task;
    }

    private sealed class Store : IBranchStore
    {
        public State State { get; } = new();
        public List<object> Added { get; } = [];
        public int Loads { get; private set; }
        public bool CanDecide => true;
        public IParticipant Participant => throw new NotSupportedException();

        public ValueTask<object> Load(CancellationToken cancellationToken)
        {
            Loads++;
            return new(State);
        }

        public ValueTask SaveDecided(object state) => throw new NotSupportedException();

        public void Add(AtomicWrite write, object state) => Added.Add(state);

        public void AddToWriteSet(AtomicWrite write, object state) => throw new NotSupportedException();

        public void WriteSetIsStored(WriteSet part, object state) => throw new NotSupportedException();

        public void EndStep(AtomicWrite write, long transaction) => throw new NotSupportedException();
    }
}

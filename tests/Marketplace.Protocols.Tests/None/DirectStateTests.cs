using Marketplace.Protocols.None;
using Marketplace.Protocols.Storage;
using Xunit;

namespace Marketplace.Protocols.Tests.None;

/// <summary>Protocol none on a storage that takes its time.</summary>
public sealed class DirectStateTests
{
    private static readonly TransactionDeclaration Declaration = new("1", TransactionKind.PriceUpdate);

    private readonly NoneProtocol _protocol = new();
    private readonly SlowStore _store = new();
    private readonly List<string> _left = [];

    [Fact]
    public async Task A_transaction_goes_on_while_its_saves_are_under_way_and_ends_with_them()
    {
        var other = new SlowStore();
        var (one, two) = (new DirectState<Counter>(_store), new DirectState<Counter>(other));
        var running = _protocol.Run(Declaration, 0, async (tx, _) => await Add(one, tx, 2) + await Add(two, tx, 3));
        Assert.Equal((1, 1), (_store.Saves.Count, other.Saves.Count));
        _store.Saves[0].SetResult();
        Assert.False(running.IsCompleted);
        other.Saves[0].SetResult();
        Assert.Equal(5, await running);
    }

    [Fact]
    public async Task A_transaction_of_another_silo_waits_for_each_save()
    {
        var state = new DirectState<Counter>(_store);
        var adding = Add(state, new TransactionContext("1", TransactionKind.PriceUpdate), 2);
        Assert.False(adding.IsCompleted);
        _store.Saves[0].SetResult();
        Assert.Equal(2, await adding);
    }

    [Fact]
    public async Task Emissions_leave_in_their_order_when_the_updates_before_them_are_stored()
    {
        var state = new DirectState<Counter>(_store);
        var running = _protocol.Run(Declaration, 0, async (tx, _) =>
        {
            await Add(state, tx, 1);
            await state.OnCommit(tx, new Leaving(_left, "a"));
            await Add(state, tx, 1);
            await state.OnCommit(tx, new Leaving(_left, "b"));
            return 0;
        });
        Assert.Empty(_left);
        _store.Saves[1].SetResult();
        Assert.Empty(_left);
        _store.Saves[0].SetResult();
        await running;
        Assert.Equal(["a", "b"], _left);
    }

    [Fact]
    public async Task When_a_save_fails_nothing_leaves_nobody_reads_on_and_the_outcome_of_several_grains_is_unknown()
    {
        var state = new DirectState<Counter>(_store);
        var running = _protocol.Run(Declaration, 0, async (tx, _) =>
        {
            await Add(state, tx, 1);
            await state.OnCommit(tx, new Leaving(_left, "a"));
            return 0;
        });
        _store.Saves[0].SetException(new StorageUnavailableException("PostgreSQL is away."));
        var failure = await Assert.ThrowsAsync<StorageUnavailableException>(() => running);
        Assert.True(failure.IsOutcomeUnknown);
        Assert.StartsWith("PostgreSQL is away. ", failure.Message, StringComparison.Ordinal);
        Assert.Empty(_left);
        Assert.Throws<StorageUnavailableException>(() => state.Inspect(static s => s.Value));
    }

    [Fact]
    public async Task When_the_only_save_of_a_cart_fails_nothing_was_done()
    {
        var state = new DirectState<Counter>(_store);
        var running = _protocol.Run(new("1", TransactionKind.Cart), 0, async (tx, _) => await Add(state, tx, 1));
        _store.Saves[0].SetException(new StorageUnavailableException("PostgreSQL is away."));
        Assert.False((await Assert.ThrowsAsync<StorageUnavailableException>(() => running)).IsOutcomeUnknown);
    }

    [Fact]
    public async Task An_activation_ends_when_all_is_stored()
    {
        var state = new DirectState<Counter>(_store);
        var running = _protocol.Run(Declaration, 0, async (tx, _) => await Add(state, tx, 1));
        var unloading = state.Unload();
        Assert.False(unloading.IsCompleted);
        _store.Saves[0].SetResult();
        await unloading;
        await running;
    }

    private static ValueTask<int> Add(DirectState<Counter> state, TransactionContext tx, int by) =>
        state.Update(tx, by, static (s, by) => s.Value += by);

    private sealed class Counter
    {
        public int Value { get; set; }
    }

    private sealed record Leaving(List<string> Left, string Name) : CommitAction
    {
        public override Task OnCommit()
        {
            Left.Add(Name);
            return Task.CompletedTask;
        }
    }

    private sealed class SlowStore : IStateStore<Counter>
    {
        public List<TaskCompletionSource> Saves { get; } = [];

        public ValueTask<Counter> Load(CancellationToken cancellationToken) => new(new Counter());

        public ValueTask Save(Counter state)
        {
            Saves.Add(new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
            return new(Saves[^1].Task);
        }

        public ValueTask Clear() => ValueTask.CompletedTask;
    }
}

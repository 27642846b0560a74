using Marketplace.Protocols.OrleansTransactions;
using Marketplace.Protocols.Storage;
using Marketplace.Protocols.Storage.Memory;
using Orleans.Runtime;
using Orleans.Storage;
using Orleans.Transactions.Abstractions;
using Xunit;

namespace Marketplace.Protocols.Tests.OrleansTransactions;

/// <summary>What Orleans stores of a grain in the memory of the silo.</summary>
public sealed class VersionStorageTests
{
    private static readonly GrainId Grain = GrainId.Create("counter", "1");

    private readonly VersionRecords _records = new();

    [Fact]
    public async Task What_is_prepared_is_there_for_the_next_activation()
    {
        var storage = await Activate();
        await Prepare(storage);
        storage.Close();
        Assert.Single((await (await Activate()).Load()).PendingStates);
    }

    [Fact]
    public async Task An_activation_that_has_left_prepares_nothing_that_nobody_would_find()
    {
        var storage = await Activate();
        storage.Close();
        await Assert.ThrowsAsync<InconsistentStateException>(() => Prepare(storage));
    }

    [Fact]
    public async Task An_activation_that_was_replaced_prepares_nothing()
    {
        var storage = await Activate();
        await Activate();
        await Assert.ThrowsAsync<InconsistentStateException>(() => Prepare(storage));
    }

    [Fact]
    public async Task An_activation_that_was_replaced_does_not_come_back()
    {
        var storage = await Activate();
        var next = await Activate();
        await Assert.ThrowsAsync<InconsistentStateException>(storage.Load);
        await Prepare(next);
    }

    // Orleans goes on with the same object when it has stored it: what it decides next is not stored yet.
    [Fact]
    public async Task A_decision_that_was_not_stored_is_not_there_for_the_next_activation()
    {
        var storage = await Activate();
        var metaData = new TransactionalStateMetaData();
        metaData.CommitRecords.Add(Guid.Empty, new CommitRecord());
        await Prepare(storage, metaData);
        metaData.CommitRecords.Add(Guid.AllBitsSet, new CommitRecord());
        Assert.Single((await Make().Load()).Metadata.CommitRecords);
    }

    [Fact]
    public async Task The_next_activation_waits_for_what_the_one_before_it_is_storing()
    {
        var saved = new TaskCompletionSource();
        var storage = Make(saved.Task);
        await storage.Load();
        var stored = Prepare(storage, commitUpTo: 1);
        var loading = Make().Load();
        Assert.False(stored.IsCompleted);
        Assert.False(loading.IsCompleted);
        saved.SetResult();
        var loaded = await loading;
        await stored;
        Assert.Equal((1, 0), (loaded.CommittedSequenceId, loaded.PendingStates.Count));
    }

    [Fact]
    public async Task What_is_prepared_is_there_though_the_activation_was_made_when_the_one_before_it_left()
    {
        var storage = await Activate();
        var next = Make();
        storage.Close();
        await next.Load();
        await Prepare(next);
        next.Close();
        Assert.Single((await Make().Load()).PendingStates);
    }

    private async Task<VersionStorage<Counter>> Activate()
    {
        var storage = Make();
        await storage.Load();
        return storage;
    }

    private VersionStorage<Counter> Make(Task? saved = null) =>
        new(new NoStore(saved ?? Task.CompletedTask), _records, Grain, Services, static _ => { }, static _ => { });

    private static VersionServices Services { get; } = new(new NoAtomicWrites(), grains: null!, new ProtocolOptions());

    // Throws like a task that has failed, not at once.
    private static async Task Prepare(VersionStorage<Counter> storage, TransactionalStateMetaData? metaData = null, long? commitUpTo = null)
    {
        var version = new StateVersion<Counter> { IsChanged = true };
        await storage.Store(
            null,
            metaData ?? new TransactionalStateMetaData(),
            [new PendingTransactionState<StateVersion<Counter>> { SequenceId = 1, TransactionId = "t", State = version }],
            commitUpTo,
            abortAfter: null);
    }

    internal sealed class Counter;

    private sealed class NoStore(Task saved) : IStateStore<Counter>
    {
        public ValueTask<Counter> Load(CancellationToken cancellationToken) => new(new Counter());

        public ValueTask Save(Counter state) => new(saved);

        public ValueTask Clear() => ValueTask.CompletedTask;

        public void Add(AtomicWrite write, Counter state)
        {
        }
    }
}

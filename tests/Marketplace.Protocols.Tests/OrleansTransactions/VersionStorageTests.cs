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
    private readonly List<long> _aborted = [];

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

    // When a transaction is aborted those behind it are, too, and Orleans tells its storage of the first one at most. It gives their numbers again.
    [Fact]
    public async Task What_was_given_up_without_a_word_is_taken_back_when_its_number_is_given_again()
    {
        var storage = await Activate();
        await Prepare(storage, Version(1, time: 1), Version(2, time: 2));
        await Prepare(storage, Version(1, time: 3));
        Assert.Equal([1, 2], _aborted);
        Assert.Equal(3, await Prepared());
    }

    [Fact]
    public async Task What_was_given_up_within_one_store_is_not_prepared()
    {
        await Prepare(await Activate(), Version(1, time: 3), Version(2, time: 2));
        Assert.Equal(3, await Prepared());
    }

    [Fact]
    public async Task What_is_committed_is_not_given_up()
    {
        var storage = await Activate();
        await Prepare(storage, Version(1, time: 1));
        Assert.True(_records.Decisions.TryCommit(IdOf(1)));
        await Assert.ThrowsAsync<InconsistentStateException>(() => Prepare(storage, Version(1, time: 2)));
        Assert.Equal(1, await Prepared());
    }

    [Fact]
    public async Task What_is_behind_a_version_that_is_prepared_later_stays()
    {
        var storage = await Activate();
        await Prepare(storage, Version(2, time: 2));
        await storage.Store(null, new(), [Version(1, time: 1)], commitUpTo: 1, abortAfter: null);
        Assert.Empty(_aborted);
        Assert.Equal(2, await Prepared());
    }

    private async Task<long> Prepared() => Assert.Single((await Make().Load()).PendingStates).TimeStamp.Ticks;

    private async Task<VersionStorage<Counter>> Activate()
    {
        var storage = Make();
        await storage.Load();
        return storage;
    }

    private VersionStorage<Counter> Make(Task? saved = null) =>
        new(new NoStore(saved ?? Task.CompletedTask), _records, Grain, Services, static _ => { }, version => _aborted.Add(version.State.Value));

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

    private static async Task Prepare(
        VersionStorage<Counter> storage, params List<PendingTransactionState<StateVersion<Counter>>> versions) =>
        await storage.Store(null, new(), versions, commitUpTo: null, abortAfter: null);

    // Its time tells which it is.
    private static PendingTransactionState<StateVersion<Counter>> Version(long number, long time) => new()
    {
        SequenceId = number,
        TransactionId = IdOf(time).ToString(),
        TimeStamp = new DateTime(time),
        State = new StateVersion<Counter> { State = new() { Value = time }, IsChanged = true },
    };

    private static Guid IdOf(long time) => new((int)time, 0, 0, new byte[8]);

    internal sealed class Counter
    {
        public long Value { get; init; }
    }

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

using Marketplace.Protocols.OrleansTransactions;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;
using Orleans.Storage;
using Orleans.Transactions.Abstractions;
using Xunit;

namespace Marketplace.Protocols.Tests.OrleansTransactions;

/// <summary>What Orleans stores of a grain in the memory of the silo.</summary>
public sealed class VolatileStorageTests
{
    private static readonly GrainId Grain = GrainId.Create("counter", "1");

    private readonly VolatileRecords _records = new();

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

    private async Task<VolatileStorage<Counter>> Activate()
    {
        var storage = new VolatileStorage<Counter>(new NoStore(), _records, Grain, static _ => { }, static _ => { });
        await storage.Load();
        return storage;
    }

    // Throws like a task that has failed, not at once.
    private static async Task Prepare(VolatileStorage<Counter> storage) => await storage.Store(
        null,
        new TransactionalStateMetaData(),
        [new PendingTransactionState<StateVersion<Counter>> { SequenceId = 1, TransactionId = "t", State = new StateVersion<Counter>() }],
        commitUpTo: null,
        abortAfter: null);

    internal sealed class Counter;

    private sealed class NoStore : IStateStore<Counter>
    {
        public ValueTask<Counter> Load(CancellationToken cancellationToken) => new(new Counter());

        public ValueTask Save(Counter state) => ValueTask.CompletedTask;

        public ValueTask Clear() => ValueTask.CompletedTask;

        public void Add(WriteUnit unit, Counter state)
        {
        }
    }
}

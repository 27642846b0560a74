using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Writing;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

public sealed class BatchTests
{
    private const long Gone = 7;

    [Fact]
    public async Task All_that_wrote_a_state_are_taken_out_with_the_first_that_can_not_be_stored()
    {
        var batch = new Batch(1, 1, null) { KeepsUnits = true };
        var (state, other) = (new State(1), new State(2));
        var writes = new[] { state, state, state, other }.Select(static written =>
        {
            var write = new QueuedAtomicWrite(new PendingStates());
            write.Add(new StatePart(written));
            return write;
        }).ToList();
        writes[0].Add(new WrittenStep("order", saga: 1, grain: 1, number: 1, static () => "{}"u8.ToArray(), Gone));
        writes.ForEach(write => write.Join(batch));
        batch.Close(static _ => { });
        batch.TakeOut(Gone, new StorageConflictException("Its silo is gone."));
        foreach (var refused in writes[..3])
            await Assert.ThrowsAsync<StorageConflictException>(() => refused.Done);

        Assert.Equal(1, batch.Count);
        batch.Complete();
        await writes[3].Done;
    }

    private sealed class State(long grain) : IBatchedState
    {
        private bool _isThere;

        public string Service => "order";
        public long Grain => grain;
        public Exception? Failure { get; private set; }

        public void AddTo(Batch batch)
        {
            if (!_isThere)
                batch.AddState(this);

            _isThere = true;
        }

        public void AddRow(Batch batch) => batch.Of(Service).Write(new StateRow(grain, StateRowKind.Made, 1, "{}"u8.ToArray(), [], [], this));

        public void Break(Exception exception) => Failure = exception;
    }

    private sealed class StatePart(State state) : IWritePart
    {
        public IBatchedState State => state;

        public void AddTo(Batch batch) => state.AddTo(batch);
    }
}

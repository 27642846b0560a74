using Marketplace.Protocols.Recording;
using Xunit;

namespace Marketplace.Protocols.Tests.Recording;

/// <summary>Which versions updates make, and what is recorded of them.</summary>
public sealed class RecordedStateTests : IHistory
{
    private readonly Kept _kept = new();
    private readonly AttemptLog _log = new("t", TransactionKind.Checkout, attempt: 1);
    private readonly RecordedState<Counter> _state;
    private readonly TransactionContext _tx;

    public RecordedStateTests()
    {
        _state = new RecordedState<Counter>(_kept, new RecordedKind<Counter>(1), new ObjectVersions(), this, new At());
        _tx = new TransactionContext("t", TransactionKind.Checkout) { Log = _log };
    }

    /// <summary>A repeated event that comes too late is refused so, while its transaction goes on and commits.</summary>
    [Fact]
    public async Task An_update_that_fails_makes_no_version()
    {
        await Add(1);
        await Assert.ThrowsAsync<TimeoutException>(() => Update(static (_, _) => throw new TimeoutException()));
        await Add(1);

        Assert.Equal([(1, false), (2, false)], Made());
        Assert.Equal((2, 2), (_kept.State.Version, _kept.State.Value.Count));
    }

    [Fact]
    public async Task What_it_has_changed_all_the_same_is_found_by_the_next_one()
    {
        await Add(1);
        await Assert.ThrowsAsync<TimeoutException>(() => Update(static (counter, _) =>
        {
            counter.Count++;
            throw new TimeoutException();
        }));
        await Add(1);

        Assert.Equal([(1, false), (2, true)], Made());
    }

    void IHistory.Add(AttemptLog attempt) => throw new NotSupportedException("The attempt is open.");

    private Task Add(int count) => _state.Update(_tx, count, static (counter, more) => counter.Count += more).AsTask();

    private Task Update(Func<Counter, int, int> update) => _state.Update(_tx, 0, update).AsTask();

    private List<(long Version, bool IsChanged)> Made()
    {
        _log.Close(AttemptEnd.Committed, cause: null, keepsAccesses: true);
        return [.. _log.Read().ToArray().Select(static access => (access.Version, access.IsChanged))];
    }

    private sealed class Counter
    {
        public int Count { get; set; }
    }

    // The state of a protocol that does what it is asked to, at once.
    private sealed class Kept : IGrainState<Versioned<Counter>>
    {
        public Versioned<Counter> State { get; } = new();

        public ValueTask<TResult> Read<TArgument, TResult>(
            TransactionContext tx, TArgument argument, Func<Versioned<Counter>, TArgument, TResult> read) => new(read(State, argument));

        public ValueTask<TResult> Update<TArgument, TResult>(
            TransactionContext tx, TArgument argument, Func<Versioned<Counter>, TArgument, TResult> update) => new(update(State, argument));

        public Task OnCommit(TransactionContext tx, CommitAction action) => throw new NotSupportedException();

        public Task Clear(TransactionContext tx) => throw new NotSupportedException();

        public TResult Inspect<TResult>(Func<Versioned<Counter>, TResult> read) => read(State);

        public Task<ParticipantAnswer> Receive(ProtocolMessage message) => throw new NotSupportedException();

        public Task Load(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task Unload() => Task.CompletedTask;
    }
}

using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Xunit;

namespace Marketplace.Protocols.Tests.Recording;

/// <summary>What a state that was loaded knows of itself.</summary>
public sealed class VersionedStoreTests
{
    private const byte Kind = 3;

    [Fact]
    public async Task A_state_that_is_taken_back_before_anybody_has_updated_it_is_recorded_by_its_name()
    {
        var store = new VersionedStore<Counter>(new Stored(), new RecordedKind<Counter>(Kind), new ObjectVersions(), new At());
        var loaded = await store.Load(TestContext.Current.CancellationToken);
        loaded.Undo(new Versioned<Counter>(), loaded);
        var log = new AttemptLog("t", TransactionKind.Checkout, attempt: 1);
        log.Add(((IVersion)loaded).Made);
        log.Close(AttemptEnd.Aborted, cause: null, keepsAccesses: true);
        Assert.Equal(new RecordedAccess(Kind, At.Key, Version: 1, IsWrite: true), Assert.Single(log.Read().ToArray()));
    }

    [Theory]
    [InlineData(false, 7)]
    [InlineData(true, 0)]
    public async Task A_number_that_was_forgotten_while_the_state_was_loaded_does_not_count(bool isForgotten, long version)
    {
        var versions = new ObjectVersions(areShared: true);
        var store = new VersionedStore<Counter>(
            new Stored { Number = 7, Loading = isForgotten ? versions.Restart : null }, new RecordedKind<Counter>(Kind), versions, new At());
        var loaded = await store.Load(TestContext.Current.CancellationToken);
        Assert.Equal(version, loaded.Epoch == versions.Epoch ? loaded.Version : 0);
        Assert.Equal(isForgotten ? [] : [(Kind, At.Key, version)], versions.Last());
    }

    private sealed class Counter
    {
        public int Count { get; set; }
    }

    private sealed class Stored : IStateStore<Counter>
    {
        public long? Number { get; init; }

        public Action? Loading { get; init; }

        public long? LoadedNumber => Number;

        public ValueTask<Counter> Load(CancellationToken cancellationToken)
        {
            Loading?.Invoke();
            return new(new Counter { Count = 5 });
        }

        public ValueTask Save(Counter state) => ValueTask.CompletedTask;

        public ValueTask Clear() => ValueTask.CompletedTask;
    }
}

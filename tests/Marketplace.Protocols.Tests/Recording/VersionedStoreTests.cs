using System.Reflection;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Protocols.Tests.Recording;

/// <summary>What a state that was loaded knows of itself.</summary>
public sealed class VersionedStoreTests
{
    private const byte Kind = 3;
    private const long Key = 7;

    [Fact]
    public async Task A_state_that_is_taken_back_before_anybody_has_updated_it_is_recorded_by_its_name()
    {
        var store = new VersionedStore<Counter>(new Stored(), new RecordedKind<Counter>(Kind), new ObjectVersions(), new At());
        var loaded = await store.Load(TestContext.Current.CancellationToken);
        loaded.Undo(new Versioned<Counter>(), loaded);
        var log = new AttemptLog("t", TransactionKind.Checkout, attempt: 1);
        log.Add(((IVersion)loaded).Made);
        log.Close(AttemptEnd.Aborted, cause: null, keepsAccesses: true);
        Assert.Equal(new RecordedAccess(Kind, Key, Version: 1, IsWrite: true), Assert.Single(log.Read().ToArray()));
    }

    private sealed class Counter
    {
        public int Count { get; set; }
    }

    private sealed class Stored : IStateStore<Counter>
    {
        public ValueTask<Counter> Load(CancellationToken cancellationToken) => new(new Counter { Count = 5 });

        public ValueTask Save(Counter state) => ValueTask.CompletedTask;

        public ValueTask Clear() => ValueTask.CompletedTask;
    }

    private sealed class At : IGrainContextAccessor
    {
        public IGrainContext GrainContext { get; } = DispatchProxy.Create<IGrainContext, GrainWithKey>();
    }

    // The context of a grain that says who it is, and nothing else.
    public class GrainWithKey : DispatchProxy
    {
        protected override object? Invoke(MethodInfo? targetMethod, object?[]? args) => targetMethod?.Name == $"get_{nameof(IGrainContext.GrainId)}"
            ? GrainId.Create(GrainType.Create("counter"), GrainIdKeyExtensions.CreateIntegerKey(Key))
            : throw new NotSupportedException(targetMethod?.Name);
    }
}

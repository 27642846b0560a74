using System.Reflection;
using Marketplace.Grains.Product;
using Marketplace.Grains.Replication;
using Marketplace.Protocols.Storage;
using Orleans;
using Xunit;

namespace Marketplace.Grains.Tests.Replication;

public sealed class UpdateBarrierTests
{
    /// <summary>Else its client is told that nothing was done, and believes in the old price.</summary>
    [Fact]
    public async Task An_update_is_committed_though_the_log_that_could_say_who_sees_it_cannot_be_loaded()
    {
        var barrier = new UpdateBarrier(Made<IGrainFactory>(_ => Made<IUpdateLogGrain>(_ => Task.FromException<long>(
            new StorageUnavailableException("The database is away.")))), new CommittedUpdates(TimeProvider.System), Made<IReplicaReader>(_ => null));

        var exception = await Assert.ThrowsAsync<ReplicationUnavailableException>(() => barrier.Wait(sellerId: 1, sequence: 5));

        Assert.True(exception.IsCommitted);
        Assert.Contains("The database is away.", exception.Message, StringComparison.Ordinal);
    }

    private static T Made<T>(Func<MethodInfo, object?> answer)
        where T : class
    {
        var made = DispatchProxy.Create<T, Answering>();
        ((Answering)(object)made).Answer = answer;
        return made;
    }

    /// <summary>Answers every call in the same way.</summary>
    public class Answering : DispatchProxy
    {
        public Func<MethodInfo, object?> Answer { get; set; } = static _ => null;

        protected override object? Invoke(MethodInfo? targetMethod, object?[]? args) => Answer(targetMethod!);
    }
}

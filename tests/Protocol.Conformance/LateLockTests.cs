using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>The request for a lock that comes when its transaction has ended is granted to nobody.</summary>
public sealed class LateLockTests
{
    private static readonly ProtocolOptions Options = new() { Timeout = TimeSpan.FromMilliseconds(300), Retries = 0 };

    [Fact]
    public async Task Nobody_waits_for_a_lock_that_was_asked_for_too_late()
    {
        var late = new LateMessage("AcquireLock");
        await using var system = await ProtocolUnderTest.Start(EngineUnderTest.OnLocal("ordered-locking"), Options, late);
        var tree = new CallTree(1, NodeAction.Write, false, []);
        await Assert.ThrowsAsync<TransactionAbortedException>(() => system.Run("late", tree));
        late.Deliver();
        await late.Done;
        await system.Run("next", tree);
        Assert.Equal(["next"], (await system.Read(1)).Writers);
    }
}

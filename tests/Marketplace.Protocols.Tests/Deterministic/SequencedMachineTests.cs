using System.Runtime.CompilerServices;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Deterministic;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Tests.Kernel;
using Xunit;

namespace Marketplace.Protocols.Tests.Deterministic;

public sealed class SequencedMachineTests
{
    private readonly LockManager _locks = new();
    private readonly FakeGrain _grain = new(1);

    // From a transaction all is reached that it did in other grains: with that kept, each would live until the next one comes to each of its grains.
    [Theory]
    [InlineData(AccessMode.Read)]
    [InlineData(AccessMode.Write)]
    public void A_grain_keeps_nothing_of_a_transaction_that_is_over(AccessMode mode)
    {
        var over = Run(mode);
        GC.Collect();
        Assert.False(over.IsAlive);
    }

    // What it has in its frame is gone when it has returned.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference Run(AccessMode mode)
    {
        var id = new TransactionId(0, 1);
        var transaction = new SequencedTransaction(id, 0) { IsStoredWhole = true };
        var request = new AccessRequest(id, 0, mode, Running: transaction);
        Assert.Null(_locks.Acquire(transaction, AccessSet.Of([new Access(_grain, 0, _grain.Number, mode)])));
        var entry = _grain.Machine.Enter(request);
        if (mode == AccessMode.Write)
        {
            Assert.Equal(Verdict.Join, entry.Verdict);
            entry = _grain.Machine.Admit(request);
        }

        Assert.Equal(Verdict.Granted, entry.Verdict);
        transaction.Decide(TransactionOutcome.Committed);
        _locks.Release(transaction);
        _grain.Machine.TakeDecisions();
        while (_grain.Machine.TryTake(out var output))
            Assert.Equal(OutputKind.Committed, output.Kind);

        Assert.Empty(_grain.Machine.Branches);
        return new WeakReference(transaction);
    }
}

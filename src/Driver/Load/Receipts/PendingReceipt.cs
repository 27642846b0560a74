using System.Threading.Tasks.Sources;
using Marketplace.Audit.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load.Receipts;

/// <summary>
/// What a worker waits for: the receipt of its transaction, or the end of its patience. It waits for one at a time, and nothing is allocated
/// for it. Whoever takes it out of <see cref="PendingReceipts"/> completes it, nobody else does.
/// </summary>
internal sealed class PendingReceipt : IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _core = new() { RunContinuationsAsynchronously = true };
    private long _deadline;
    private Receipt _receipt;

    /// <summary>The tick at which it is overdue.</summary>
    public long Deadline => Volatile.Read(ref _deadline);

    /// <summary>The receipt, if one arrived.</summary>
    public ref readonly Receipt Receipt => ref _receipt;

    /// <summary>Tick of its arrival; 0 if none arrived in time.</summary>
    public long Arrived { get; private set; }

    /// <summary>Prepares to wait.</summary>
    public void Reset(long deadline)
    {
        _core.Reset();
        Arrived = 0;
        Volatile.Write(ref _deadline, deadline);
    }

    /// <summary>Waits until it is completed.</summary>
    public ValueTask Wait() => new(this, _core.Version);

    /// <param name="arrived">When, in ticks.</param>
    public void Complete(in Receipt receipt, long arrived)
    {
        _receipt = receipt;
        Arrived = arrived;
        _core.SetResult(true);
    }

    /// <summary>It is overdue.</summary>
    public void Expire() => _core.SetResult(false);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}

/// <summary>What a receipt says of a transaction: as much as the answer of one that is not acknowledged before it is done.</summary>
/// <param name="Checkout">Of a checkout, its order.</param>
/// <param name="Sequence">Of an update, its place in the product's order; 0 if it has none.</param>
internal readonly record struct Receipt(OutcomeClass Outcome, CheckoutReading Checkout, long Sequence, int Sellers, int Packages);

/// <summary>A receipt as it was received.</summary>
/// <param name="Id">Its number at the target, from which collecting goes on.</param>
/// <param name="Number">Number of the transaction within the run; 0 if it is of no transaction of this run.</param>
internal readonly record struct NumberedReceipt(long Id, long Number, Receipt Receipt);

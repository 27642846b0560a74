using Orleans;

namespace Marketplace.Silo.Tests.Recording;

/// <summary>Ends the activation of every n-th stock item, seller or order that a transaction has called, in the middle of the transaction.</summary>
internal sealed class LeavingGrains(int every) : IIncomingGrainCallFilter
{
    private int _calls;
    private int _left;

    /// <summary>How many activations were told to end.</summary>
    public int Left => Volatile.Read(ref _left);

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        await context.Invoke();
        if (context.MethodName is "Reserve" or "Confirm" or "OnInvoiceIssued" or "OnPaymentConfirmed"
            && Interlocked.Increment(ref _calls) % every == 0)
        {
            Interlocked.Increment(ref _left);
            context.TargetContext.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "It leaves on purpose."));
        }
    }
}

using Marketplace.Grains.Order;
using Orleans;

namespace Marketplace.Silo.Tests.Recording;

/// <summary>Ends the activation of every n-th stock item, seller or shipment partition that was called, in the middle of a transaction.</summary>
/// <remarks>
/// Not of an order: its request is still under way then, and calls come back to it. On Orleans a grain leaves when its requests are over, and
/// a call to one that is leaving waits until it has left, so that the two would wait for each other until `ResponseTimeout`.
/// </remarks>
internal sealed class LeavingGrains(int every) : IIncomingGrainCallFilter
{
    private int _calls;
    private int _left;

    /// <summary>How many activations were told to end.</summary>
    public int Left => Volatile.Read(ref _left);

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        await context.Invoke();
        if (context.Grain is not IOrderGrain
            && context.MethodName is "Reserve" or "Confirm" or "OnInvoiceIssued" or "OnPaymentConfirmed"
            && Interlocked.Increment(ref _calls) % every == 0)
        {
            Interlocked.Increment(ref _left);
            context.TargetContext.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "It leaves on purpose."));
        }
    }
}

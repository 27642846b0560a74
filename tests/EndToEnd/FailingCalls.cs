using System.Collections.Frozen;
using Orleans;

namespace Marketplace.EndToEnd;

/// <summary>Has calls between the services fail: some before they are carried out, some after, when what they did is done.</summary>
internal sealed class FailingCalls(int every) : IIncomingGrainCallFilter
{
    private static readonly FrozenSet<string> Methods = new[]
    {
        "Checkout", "Reserve", "Confirm", "Cancel", "Deliver", "OnStockConfirmed", "OnReserveStockFailed", "OnInvoiceIssued",
        "OnPaymentConfirmed", "OnPaymentFailed", "OnShipmentNotification", "OnDelivered", "OnProductDeleted",
    }.ToFrozenSet();

    private int _calls;
    private int _failed;

    /// <summary>How many failed.</summary>
    public int Failed => Volatile.Read(ref _failed);

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var call = Methods.Contains(context.MethodName) ? Interlocked.Increment(ref _calls) : 1;
        if (call % every == 0 && call / every % 2 == 0)
            Fail();

        await context.Invoke();
        if (call % every == 0)
            Fail();
    }

    private void Fail()
    {
        Interlocked.Increment(ref _failed);
        throw new InvalidOperationException("This call fails on purpose.");
    }
}

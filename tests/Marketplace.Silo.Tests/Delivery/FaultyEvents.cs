using System.Collections.Frozen;
using Orleans;

namespace Marketplace.Silo.Tests.Delivery;

/// <summary>Lets calls that deliver events get lost, lose their answers, come twice or come late, as a seed says.</summary>
internal sealed class FaultyEvents(int seed, FaultShares shares) : IIncomingGrainCallFilter
{
    // Payment's invoice and Shipment's payment are requests, which carry on the transaction.
    private static readonly FrozenSet<string> Calls = new[]
    {
        "IStockGrain.Confirm", "IStockGrain.Cancel", "IStockGrain.OnProductDeleted", "IOrderGrain.OnPaymentConfirmed",
        "IOrderGrain.OnPaymentFailed", "IOrderGrain.OnShipmentNotification", "ISellerGrain.OnInvoiceIssued",
        "ISellerGrain.OnPaymentConfirmed", "ISellerGrain.OnPaymentFailed", "ISellerGrain.OnShipmentNotification", "ISellerGrain.OnDelivered",
        "ISellerGrain.OnLowStock", "ICustomerGrain.OnReserveStockFailed", "ICustomerGrain.OnPaymentConfirmed",
        "ICustomerGrain.OnPaymentFailed", "ICustomerGrain.OnDelivered", "ICustomerGrain.OnCartAbandoned",
    }.ToFrozenSet();

    private readonly Lock _lock = new();
    private readonly Random _random = new(seed);
    private volatile bool _isOver;

    /// <summary>No more faults.</summary>
    public void Stop() => _isOver = true;

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var fault = _isOver || !Calls.Contains($"{context.InterfaceMethod.DeclaringType!.Name}.{context.MethodName}") ? Fault.None : Draw();
        if (fault == Fault.Request)
            throw new TimeoutException("The request was lost.");

        if (fault == Fault.Late)
            await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System);

        await context.Invoke();
        if (fault == Fault.Twice)
            await context.Invoke();
        else if (fault == Fault.Answer)
            throw new TimeoutException("The answer was lost.");
    }

    private Fault Draw()
    {
        double draw;
        lock (_lock)
        {
            draw = _random.NextDouble();
        }

        return (draw -= shares.Requests) < 0 ? Fault.Request
            : (draw -= shares.Answers) < 0 ? Fault.Answer
            : (draw -= shares.Twice) < 0 ? Fault.Twice
            : draw < shares.Late ? Fault.Late
            : Fault.None;
    }

    private enum Fault
    {
        None,
        Request,
        Answer,
        Twice,
        Late,
    }
}

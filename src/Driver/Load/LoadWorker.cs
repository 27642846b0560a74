using Marketplace.Audit.History;

namespace Marketplace.Driver.Load;

/// <summary>Submits one transaction after the other. A worker is a chain of continuations, never a thread.</summary>
internal sealed class LoadWorker(WorkerTools tools)
{
    private readonly CustomerSession _session = new(tools);
    private readonly ProductUpdates _products = new(tools);
    private readonly SellerOperations _sellers = new(tools);

    /// <summary>Closed loop: the next transaction begins when the last one is complete, until the load stops.</summary>
    public async Task RunClosedAsync()
    {
        try
        {
            await KeepCartsAsync();
            while (tools.Context.TryBegin())
            {
                tools.Begin(tools.Context.Time.GetTimestamp());
                await SubmitAsync(null);
            }
        }
        finally
        {
            End();
        }
    }

    /// <summary>Open loop: takes planned arrivals as long as there are any and the load is not stopped.</summary>
    public async Task RunOpenAsync(ArrivalQueue arrivals)
    {
        try
        {
            await KeepCartsAsync();
            var taker = new ArrivalQueue.Taker();
            while (!tools.Context.Stop.IsStopped && await arrivals.TakeAsync(taker) is var arrival and not ArrivalQueue.Ended)
            {
                tools.Begin(arrival);
                await SubmitAsync(arrival);
            }
        }
        finally
        {
            End();
        }
    }

    // One for all workers: they share the customers.
    private async ValueTask KeepCartsAsync()
    {
        for (var i = 0; tools.Worker == 0 && i < tools.Context.KeptCarts; i++)
            await _session.KeepAsync();
    }

    private ValueTask SubmitAsync(long? arrival) => (OperationKind)tools.Context.Mix.Sample(tools.Random) switch
    {
        OperationKind.Checkout => _session.RunAsync(arrival),
        OperationKind.PriceUpdate => _products.UpdatePriceAsync(arrival),
        OperationKind.ProductDelete => _products.DeleteAsync(arrival),
        OperationKind.UpdateDelivery => _sellers.DeliverAsync(arrival),
        _ => _sellers.ReadDashboardAsync(arrival),
    };

    /// <summary>A worker that ends, ends all: it ended by a signal or a limit that all share, or by a failure.</summary>
    private void End()
    {
        tools.Context.Stop.Stop();
        tools.History.Flush();
    }
}

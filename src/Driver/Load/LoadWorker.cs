using Marketplace.Audit.History;

namespace Marketplace.Driver.Load;

/// <summary>Submits one transaction after the other. A worker is a chain of continuations, never a thread.</summary>
internal sealed class LoadWorker(WorkerTools tools)
{
    private readonly CustomerSession _session = new(tools);
    private readonly ProductUpdates _products = new(tools);
    private readonly SellerOperations _sellers = new(tools);

    /// <summary>Closed loop: the next transaction begins when the last one is complete, until the load stops.</summary>
    public async Task RunClosed()
    {
        try
        {
            await KeepCarts();
            while (tools.Context.TryBegin())
            {
                tools.Begin(tools.Context.Time.GetTimestamp());
                await Submit(null);
            }
        }
        finally
        {
            End();
        }
    }

    /// <summary>Open loop: takes planned arrivals as long as there are any and the load is not stopped.</summary>
    public async Task RunOpen(ArrivalQueue arrivals)
    {
        try
        {
            await KeepCarts();
            var taker = new ArrivalQueue.Taker();
            while (!tools.Context.Stop.IsStopped && await arrivals.Take(taker) is var arrival and not ArrivalQueue.Ended)
            {
                tools.Begin(arrival);
                await Submit(arrival);
            }
        }
        finally
        {
            End();
        }
    }

    // One for all workers: they share the customers.
    private async ValueTask KeepCarts()
    {
        for (var i = 0; tools.Worker == 0 && i < tools.Context.KeptCarts; i++)
            await _session.Keep();
    }

    private ValueTask Submit(long? arrival) => (OperationKind)tools.Context.Mix.Sample(tools.Random) switch
    {
        OperationKind.Checkout => _session.Run(arrival),
        OperationKind.PriceUpdate => _products.UpdatePrice(arrival),
        OperationKind.ProductDelete => _products.Delete(arrival),
        OperationKind.UpdateDelivery => _sellers.Deliver(arrival),
        _ => _sellers.ReadDashboard(arrival),
    };

    /// <summary>A worker that ends, ends all: it ended by a signal or a limit that all share, or by a failure.</summary>
    private void End()
    {
        tools.Context.Stop.Stop();
        tools.History.Flush();
    }
}

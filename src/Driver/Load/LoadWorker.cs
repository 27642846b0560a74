using Marketplace.Driver.Measurement.History;

namespace Marketplace.Driver.Load;

/// <summary>Submits one operation after the other. A worker is a chain of continuations, never a thread.</summary>
internal sealed class LoadWorker(LoadContext context, IWorkloadWorker worker, HistoryBuffer history)
{
    /// <summary>Closed loop: the next operation begins when the last one is complete, until the load stops.</summary>
    public async Task RunClosed()
    {
        try
        {
            await worker.Prepare();
            while (context.TryBegin())
                await worker.Submit(null);
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
            await worker.Prepare();
            var taker = new ArrivalQueue.Taker();
            while (context.SendsMore && await arrivals.Take(taker) is var arrival and not ArrivalQueue.Ended)
                await worker.Submit(arrival);
        }
        finally
        {
            End();
        }
    }

    /// <summary>A worker that ends, ends all: it ended by a signal or a limit that all share, or by a failure.</summary>
    private void End()
    {
        context.Stop.Stop();
        history.Flush();
    }
}

using Marketplace.Driver.Http;
using Marketplace.Driver.Measurement.History;

namespace Marketplace.Driver.Load;

/// <summary>
/// Submits one operation after the other. A worker is a chain of continuations, which holds no thread while it waits; where the scenario asks for
/// threads, it is one.
/// </summary>
internal sealed class LoadWorker(LoadContext context, IWorkloadWorker worker, IExchange exchange, HistoryBuffer history)
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

    /// <summary>
    /// Open loop: takes planned arrivals as long as there are any and the load is not stopped. While it waits for one, others may use its
    /// connection: there are far more workers than a target that keeps up needs.
    /// </summary>
    public async Task RunOpen(ArrivalQueue arrivals)
    {
        try
        {
            await worker.Prepare();
            exchange.GiveBack();
            var taker = new ArrivalQueue.Taker();
            while (context.SendsMore && await arrivals.Take(taker) is var arrival and not ArrivalQueue.Ended)
            {
                await worker.Submit(arrival);
                exchange.GiveBack();
            }
        }
        finally
        {
            End();
        }
    }

    /// <summary>The closed loop, on the calling thread.</summary>
    public void HoldClosed()
    {
        try
        {
            WaitFor(worker.Prepare());
            while (context.TryBegin())
                WaitFor(worker.Submit(null));
        }
        finally
        {
            End();
        }
    }

    /// <summary>The open loop, on the calling thread.</summary>
    public void HoldOpen(ArrivalQueue arrivals)
    {
        try
        {
            WaitFor(worker.Prepare());
            exchange.GiveBack();
            using var taker = new ArrivalQueue.ThreadTaker();
            while (context.SendsMore && arrivals.Take(taker) is var arrival and not ArrivalQueue.Ended)
            {
                WaitFor(worker.Submit(arrival));
                exchange.GiveBack();
            }
        }
        finally
        {
            End();
        }
    }

    // Connections that block have all done by now, unless a pause is made besides: before a target is tried again, for example.
    private static void WaitFor(ValueTask work) => work.AsTask().GetAwaiter().GetResult();

    /// <summary>A worker that ends, ends all: it ended by a signal or a limit that all share, or by a failure.</summary>
    private void End()
    {
        context.Stop.Stop();
        history.Flush();
    }
}

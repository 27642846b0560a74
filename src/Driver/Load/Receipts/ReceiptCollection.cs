using Marketplace.Audit;
using Marketplace.Driver.Http;

namespace Marketplace.Driver.Load.Receipts;

/// <summary>Collects the receipts of a load whose target acknowledges transactions before they are done: one collector a target.</summary>
internal sealed class ReceiptCollection : IAsyncDisposable
{
    private readonly LoadContext _context;
    private readonly ReceiptCollector[] _collectors;
    private readonly CancellationTokenSource _stop = new();
    private Task[] _running = [];
    private volatile LoadException? _failure;

    private ReceiptCollection(LoadContext context, IEnumerable<HttpEndpoint> endpoints)
    {
        _context = context;
        Pending = new PendingReceipts(context.Time, TimeSpan.FromSeconds(context.Scenario.Load.RequestTimeout));
        _collectors = [.. endpoints.Select(endpoint => new ReceiptCollector(endpoint, context.Run, context.Time))];
    }

    /// <summary>The transactions that wait for their receipts.</summary>
    public PendingReceipts Pending { get; }

    /// <summary>Starts collecting, if the target leaves receipts.</summary>
    /// <returns>Null if it answers with results.</returns>
    /// <exception cref="LoadException">A target has no receipts to collect.</exception>
    public static async Task<ReceiptCollection?> Start(LoadContext context, IEnumerable<HttpEndpoint> endpoints)
    {
        if (!context.Scenario.Target.AreResultsCollected()) return null;
        var collection = new ReceiptCollection(context, endpoints);
        try
        {
            // What is left from before the run is none of it.
            await Task.WhenAll(collection._collectors.Select(collector => collector.Drain(static _ => { }, CancellationToken.None)));
        }
        catch
        {
            await collection.DisposeAsync();
            throw;
        }

        collection._running = [.. collection._collectors.Select(collector => Task.Run(() => collection.Run(collector)))];
        return collection;
    }

    /// <summary>Waits for what is late, and ends.</summary>
    /// <exception cref="LoadException">Collecting had to be given up.</exception>
    public async Task<ReceiptFigures> End(TimeSpan patience)
    {
        if (_failure is null) await Pending.Settle(patience);
        await Stop();
        return _failure is { } failure ? throw failure : Pending.Figures;
    }

    public async ValueTask DisposeAsync()
    {
        await Stop();
        foreach (var collector in _collectors)
            collector.Dispose();
        Pending.Dispose();
        _stop.Dispose();
    }

    private async Task Stop()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_running);
    }

    /// <summary>Without receipts the load can't go on.</summary>
    private async Task Run(ReceiptCollector collector)
    {
        try
        {
            await collector.Run(Pending, _stop.Token);
        }
        catch (LoadException failure)
        {
            _failure = failure;
            _context.Stop.Stop();
            Pending.ExpireAll();
        }
    }
}

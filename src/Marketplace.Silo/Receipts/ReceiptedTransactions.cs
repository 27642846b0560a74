using System.Diagnostics.Metrics;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cluster;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Metrics;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Receipts;

/// <summary>
/// Runs transactions that were accepted, and keeps their receipts until they are collected (setting Results). What is in flight is bounded, and so
/// are the receipts: a transaction is accepted only when there is room for its receipt.
/// </summary>
internal sealed class ReceiptedTransactions : IReceiptedWork
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(10);

    private readonly ReceiptSettings _settings;
    private readonly OperationGate _gate;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Lock _lock = new();
    private int _inFlight;
    private bool _isStopping;

    public ReceiptedTransactions(
        ReceiptSettings settings,
        EntryOptions options,
        TimeProvider time,
        IMeterFactory meters,
        ILogger<ReceiptedTransactions> logger)
    {
        (_settings, _time, _logger) = (settings, time, logger);
        _gate = new OperationGate(time, options.DrainTimeout);
        Receipts = new ReceiptQueue(settings.MaxUncollected, time);
        var meter = meters.Create(GatewayMetrics.MeterName);
        meter.CreateObservableGauge(
            "marketplace.receipts.in_flight", () => InFlight, "{transaction}", "Transactions accepted that have not ended.");
        meter.CreateObservableGauge(
            "marketplace.receipts.uncollected", () => Receipts.Uncollected, "{receipt}", "Receipts that wait to be collected.");
    }

    public ReceiptQueue Receipts { get; }

    /// <summary>Transactions that were accepted and have not ended.</summary>
    public int InFlight => Volatile.Read(ref _inFlight);

    /// <summary>True while the system is being reset or cleaned up.</summary>
    public bool IsClosed => _gate.IsClosed;

    /// <summary>Accepts a transaction; it runs from now on, and ends with a receipt.</summary>
    /// <param name="receipt">Its receipt, were it to commit without a result.</param>
    /// <returns>When it is accepted.</returns>
    /// <exception cref="RequestException">There is no room, or the silo stops; nothing was done.</exception>
    /// <exception cref="GateTimeoutException">The system was being reset for too long; nothing was done.</exception>
    public async ValueTask Accept<TRequest>(
        string operation,
        TRequest request,
        Receipt receipt,
        Func<TRequest, Receipt, Task<Receipt>> run)
    {
        await _gate.Enter();
        try
        {
            Reserve();
        }
        catch
        {
            _gate.Exit();
            throw;
        }

        _ = Run(operation, request, receipt, run);
    }

    public Task Close(QuiesceToken token) => _gate.Close(token);

    public void Open(QuiesceToken token) => _gate.Open(token);

    public void Clear() => Receipts.Clear();

    /// <summary>
    /// Accepts no more, and waits until all transactions have ended, and their receipts are collected if somebody is there who does. Then nobody
    /// waits for receipts any more.
    /// </summary>
    public async Task Finish(TimeSpan patience, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            _isStopping = true;
        }

        var started = _time.GetTimestamp();
        try
        {
            while ((InFlight > 0 || (Receipts.Uncollected > 0 && Receipts.HasCollector)) && _time.GetElapsedTime(started) < patience)
                await Task.Delay(PollInterval, _time, cancellationToken);
        }
        catch (OperationCanceledException)
        {
            // The host has waited long enough.
        }

        var (inFlight, uncollected) = (InFlight, Receipts.Uncollected);
        if (inFlight + uncollected > 0)
            _logger.ReceiptsLost(inFlight, uncollected);

        Receipts.End();
    }

    // As one: whoever finds the silo not stopping is waited for when it stops, and who is refused takes nobody's place meanwhile.
    private void Reserve()
    {
        lock (_lock)
        {
            if (_isStopping)
                throw new RequestException(503, "stopping", "The silo is stopping; nothing was done.");

            if (InFlight >= _settings.MaxInFlight)
            {
                throw new RequestException(
                    503,
                    "too-many-in-flight",
                    $"{_settings.MaxInFlight} transactions are in flight (setting Marketplace:Results:MaxInFlight); nothing was done, try again "
                    + "later.");
            }

            if (!Receipts.TryReserve())
            {
                throw new RequestException(
                    503,
                    "results-not-collected",
                    $"{_settings.MaxUncollected} results wait to be collected from /receipts, or will (setting Marketplace:Results:MaxUncollected); "
                    + "nothing was done, try again when some were.");
            }

            // Those that end are not under the lock.
            Interlocked.Increment(ref _inFlight);
        }
    }

    private async Task Run<TRequest>(
        string operation,
        TRequest request,
        Receipt receipt,
        Func<TRequest, Receipt, Task<Receipt>> run)
    {
        // The rest runs elsewhere, so that the request is acknowledged meanwhile.
        await Task.Yield();
        try
        {
            receipt = await run(request, receipt);
        }
        catch (Exception exception)
        {
            receipt = ReceiptOf.Failure(receipt, Failure.Of(exception, operation, _logger));
        }

        Receipts.Add(receipt);
        Interlocked.Decrement(ref _inFlight);
        _gate.Exit();
    }
}

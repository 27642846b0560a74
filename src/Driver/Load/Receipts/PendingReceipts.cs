using System.Collections.Concurrent;
using Marketplace.Audit;

namespace Marketplace.Driver.Load.Receipts;

/// <summary>
/// The transactions that wait for their receipts, by number: at most one a worker. One that waited too long is given up, and remembered, so
/// that a receipt which comes all the same is known to be late. Thread-safe.
/// </summary>
internal sealed class PendingReceipts : IDisposable
{
    private const int OverdueMax = 100_000;
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    private readonly ConcurrentDictionary<long, PendingReceipt> _pending = new();

    // Whether the target owes the receipt: it has acknowledged the transaction.
    private readonly ConcurrentDictionary<long, bool> _overdue = new();
    private readonly Lock _sweeping = new();
    private readonly TimeProvider _time;
    private readonly long _timeoutTicks;
    private readonly ITimer _timer;
    private long _collected;
    private long _late;
    private long _duplicates;
    private long _unknown;
    private long _forgotten;

    /// <summary>Begins with none.</summary>
    /// <param name="timeout">How long a receipt may take from the send of its transaction.</param>
    public PendingReceipts(TimeProvider time, TimeSpan timeout)
    {
        _time = time;
        _timeoutTicks = (long)(timeout.TotalSeconds * time.TimestampFrequency);
        var period = TimeSpan.FromMilliseconds(Math.Clamp(timeout.TotalMilliseconds / 10, 10, 250));
        _timer = time.CreateTimer(_ => Sweep(_time.GetTimestamp()), null, period, period);
    }

    /// <summary>What was collected, and what was not.</summary>
    public ReceiptFigures Figures => new(
        Interlocked.Read(ref _collected),
        Interlocked.Read(ref _forgotten) + _overdue.Count(receipt => receipt.Value),
        Interlocked.Read(ref _late),
        Interlocked.Read(ref _duplicates),
        Interlocked.Read(ref _unknown));

    /// <summary>A transaction is about to be sent.</summary>
    /// <param name="pending">Completed when its receipt arrives, or is overdue.</param>
    public void Expect(long number, PendingReceipt pending)
    {
        pending.Reset(_time.GetTimestamp() + _timeoutTicks);
        _pending[number] = pending;
    }

    /// <summary>The transaction was not accepted.</summary>
    /// <returns>False if its receipt has arrived all the same, or is overdue.</returns>
    public bool TryForget(long number) => _pending.TryRemove(number, out _);

    /// <summary>A receipt that is overdue is not owed: nobody knows whether its transaction was accepted.</summary>
    public void Pardon(long number) => _overdue.TryUpdate(number, newValue: false, comparisonValue: true);

    /// <param name="number">Number of its transaction; 0 if it is none of this run.</param>
    /// <param name="arrived">When, in ticks.</param>
    public void Receive(long number, in Receipt receipt, long arrived)
    {
        if (_pending.TryRemove(number, out var pending))
        {
            Interlocked.Increment(ref _collected);
            pending.Complete(in receipt, arrived);
        }
        else if (_overdue.TryRemove(number, out _))
        {
            Interlocked.Increment(ref _late);
        }
        else
        {
            Interlocked.Increment(ref number > 0 ? ref _duplicates : ref _unknown);
        }
    }

    /// <summary>Gives all up that wait: the drain is over.</summary>
    public void ExpireAll() => Sweep(long.MaxValue);

    /// <summary>Waits until no receipt is owed any more.</summary>
    public async Task Settle(TimeSpan patience)
    {
        var start = _time.GetTimestamp();
        while (_overdue.Any(receipt => receipt.Value) && _time.GetElapsedTime(start) < patience)
            await Task.Delay(PollInterval, _time);
    }

    public void Dispose() => _timer.Dispose();

    // One at a time: a timer's next sweep may begin before the last one ended, and one would forget what the other remembers.
    private void Sweep(long now)
    {
        lock (_sweeping)
            SweepAlone(now);
    }

    private void SweepAlone(long now)
    {
        foreach (var (number, pending) in _pending)
        {
            if (pending.Deadline >= now) continue;

            // Remembered first: its receipt may come at any moment, and must find it here or there.
            var isRemembered = _overdue.Count < OverdueMax && _overdue.TryAdd(number, true);
            if (!_pending.TryRemove(KeyValuePair.Create(number, pending)))
            {
                _overdue.TryRemove(number, out _);
                continue;
            }

            if (!isRemembered) Interlocked.Increment(ref _forgotten);
            pending.Expire();
        }
    }
}

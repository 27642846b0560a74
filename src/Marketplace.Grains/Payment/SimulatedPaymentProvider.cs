using System.Collections.Concurrent;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Payment;

/// <summary>
/// A payment provider with configurable latency, declines and outages. What happens to a charge follows from the seed and its key
/// alone, not from the order in which charges arrive.
/// </summary>
internal sealed class SimulatedPaymentProvider(PaymentProviderOptions options, IArchive ledger, IAtomicWrites atomicWrites, TimeProvider time)
    : IPaymentProvider
{
    // Only the last attempt of a customer can be repeated, so one entry a customer is enough and the map is bounded by them.
    private readonly ConcurrentDictionary<int, ProviderCharge> _last = new();
    private readonly Lock _finding = new();

    // Charges of an earlier silo that nobody stands on.
    private readonly HashSet<(ReservationId Key, decimal Amount)> _orphans = [];

    public ValueTask<ProviderCharge> Charge(ReservationId key, decimal amount) =>
        options is { Outage: 0, Latency.Ticks: 0 } ? Answer(key, amount) : ChargeSlowly(key, amount);

    public async ValueTask Void(ProviderCharge charge)
    {
        if (!charge.Leave())
            return;

        try
        {
            await GiveBack(charge.Key, charge.Amount);
        }
        catch (Exception exception) when (exception is not StorageUnavailableException { IsOutcomeUnknown: true })
        {
            charge.Return();
            throw;
        }
    }

    public void Reset()
    {
        _last.Clear();
        lock (_finding)
        {
            _orphans.Clear();
        }
    }

    private async ValueTask<ProviderCharge> ChargeSlowly(ReservationId key, decimal amount)
    {
        var pause = options.RetryDelay;
        for (var attempt = 0; attempt <= options.Retries; attempt++)
        {
            if (attempt > 0)
            {
                await Task.Delay(pause, time);
                pause += pause;
            }

            if (options.Latency > TimeSpan.Zero)
                await Task.Delay(options.Latency, time);

            if (Draw(key, 1 + attempt) >= options.Outage)
                return await Answer(key, amount);
        }

        return new(key, amount, isPaid: false, Task.CompletedTask);
    }

    private ValueTask<ProviderCharge> Answer(ReservationId key, decimal amount)
    {
        if (_last.TryGetValue(key.CustomerId, out var last) && last.TryJoin(key, amount))
            return new(last);

        // What this silo has charged itself it knows.
        return ledger.IsShared && last?.Key != key && !(last is not null && options.IsAlone) ? AnswerFromLedger(key, amount) : Book(key, amount);
    }

    // The charge may have come to the provider by another silo, or an earlier one.
    private async ValueTask<ProviderCharge> AnswerFromLedger(ReservationId key, decimal amount)
    {
        if (await FindOpen(key) is not { } open)
            return await Book(key, amount);

        bool isOrphan;
        lock (_finding)
        {
            if (open.Amount == amount || !open.Accepted)
            {
                return _last.TryGetValue(key.CustomerId, out var last) && last.TryJoin(key, amount)
                    ? last
                    : Keep(key, amount, open.Accepted, Task.CompletedTask);
            }

            isOrphan = options.IsAlone && _orphans.Add((key, open.Amount));
        }

        // Prices have changed since, and whoever asked for the other amount is gone with its silo.
        if (isOrphan)
            await GiveBack(key, open.Amount);

        return await Book(key, amount);
    }

    // The last charge of a key that was not given back.
    private async Task<ChargeExport?> FindOpen(ReservationId key)
    {
        var givenBack = new List<decimal>();
        await foreach (var line in ledger.Find(PaymentService.Charges, key.CustomerId))
        {
            if (line.Key == key && line.Voided)
                givenBack.Add(line.Amount);
            else if (line.Key == key && !givenBack.Remove(line.Amount))
                return line;
            else if (line.Key != key && !line.Voided)
                break;
        }

        return null;
    }

    // Once, so it is written until it is stored, if it can be.
    private ValueTask GiveBack(ReservationId key, decimal amount)
    {
        var line = new ChargeExport(key, amount, Accepted: true, Voided: true);
        return atomicWrites.Begin() is { } write && ledger.Append(write, PaymentService.Charges, key.CustomerId, line, ArchiveOrigin.Transaction)
            ? new(write.Submit())
            : ledger.Append(PaymentService.Charges, key.CustomerId, line, ArchiveOrigin.Transaction);
    }

    // A transaction holds its grains while it waits for the answer. So where all is stored in one order the answer does not wait for the
    // ledger: what the transaction does is stored after it.
    private ValueTask<ProviderCharge> Book(ReservationId key, decimal amount)
    {
        var accepted = Draw(key, 0) >= options.DeclineRate;
        var line = new ChargeExport(key, amount, accepted, Voided: false);
        if (atomicWrites.Begin() is { } write && ledger.Append(write, PaymentService.Charges, key.CustomerId, line, ArchiveOrigin.Transaction))
            return new(Keep(key, amount, accepted, write.Submit()));

        var booked = ledger.Append(PaymentService.Charges, key.CustomerId, line, ArchiveOrigin.Transaction);
        return booked.IsCompletedSuccessfully
            ? new(Keep(key, amount, accepted, Task.CompletedTask))
            : KeepLater(booked, key, amount, accepted);
    }

    private async ValueTask<ProviderCharge> KeepLater(ValueTask booked, ReservationId key, decimal amount, bool accepted)
    {
        await booked;
        return Keep(key, amount, accepted, Task.CompletedTask);
    }

    private ProviderCharge Keep(ReservationId key, decimal amount, bool accepted, Task booked) =>
        _last[key.CustomerId] = new ProviderCharge(key, amount, accepted, booked);

    // A uniform number in [0, 1) from seed, key and purpose (the finalizer of SplitMix64 over each of them).
    private double Draw(ReservationId key, int purpose)
    {
        var hash = SplitMix.Mix((ulong)options.Seed);
        hash = SplitMix.Mix(hash ^ (uint)key.CustomerId);
        hash = SplitMix.Mix(hash ^ ((ulong)(uint)key.Session << 32 | (uint)key.Attempt));
        hash = SplitMix.Mix(hash ^ (uint)purpose);
        return (hash >> 11) * (1.0 / (1UL << 53));
    }
}

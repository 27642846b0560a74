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
    // Only the last attempt of a customer can be repeated, so one entry a customer is enough and the map is bounded by them. The
    // key of one that was voided is no customer's.
    private readonly ConcurrentDictionary<int, (ReservationId Key, ProviderAnswer Answer)> _last = new();

    public ValueTask<ProviderAnswer> Charge(ReservationId key, decimal amount) =>
        options is { Outage: 0, Latency.Ticks: 0 } ? Answer(key, amount) : ChargeSlowly(key, amount);

    public ValueTask Void(ReservationId key, decimal amount)
    {
        _last[key.CustomerId] = default;
        var line = new ChargeExport(key, amount, Accepted: true, Voided: true);
        return ledger.Append(PaymentService.Charges, key.CustomerId, line, ArchiveOrigin.Transaction);
    }

    public void Reset() => _last.Clear();

    private async ValueTask<ProviderAnswer> ChargeSlowly(ReservationId key, decimal amount)
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

        return new(IsPaid: false, Task.CompletedTask);
    }

    private ValueTask<ProviderAnswer> Answer(ReservationId key, decimal amount)
    {
        var isKnown = _last.TryGetValue(key.CustomerId, out var last);
        if (isKnown && last.Key == key)
            return new(last.Answer);

        return ledger.IsShared && !(isKnown && options.IsAlone) ? AnswerFromLedger(key, amount) : Book(key, amount);
    }

    // The charge may have come to the provider by another silo, or by an earlier one.
    private async ValueTask<ProviderAnswer> AnswerFromLedger(ReservationId key, decimal amount)
    {
        var last = await ledger.Find(PaymentService.Charges, key.CustomerId).FirstOrDefaultAsync();
        return last?.Key != key || last.Voided ? await Book(key, amount) : Keep(key, last.Accepted, Task.CompletedTask);
    }

    // A transaction holds its grains while it waits for the answer. So where all is stored in one order the answer does not wait for the
    // ledger: what the transaction does is stored after it.
    private ValueTask<ProviderAnswer> Book(ReservationId key, decimal amount)
    {
        var accepted = Draw(key, 0) >= options.DeclineRate;
        var line = new ChargeExport(key, amount, accepted, Voided: false);
        if (atomicWrites.Begin() is { } write && ledger.Append(write, PaymentService.Charges, key.CustomerId, line, ArchiveOrigin.Transaction))
            return new(Keep(key, accepted, write.Submit()));

        var booked = ledger.Append(PaymentService.Charges, key.CustomerId, line, ArchiveOrigin.Transaction);
        return booked.IsCompletedSuccessfully ? new(Keep(key, accepted, Task.CompletedTask)) : KeepLater(booked, key, accepted);
    }

    private async ValueTask<ProviderAnswer> KeepLater(ValueTask booked, ReservationId key, bool accepted)
    {
        await booked;
        return Keep(key, accepted, Task.CompletedTask);
    }

    private ProviderAnswer Keep(ReservationId key, bool accepted, Task booked)
    {
        var answer = new ProviderAnswer(accepted, booked);
        _last[key.CustomerId] = (key, answer);
        return answer;
    }

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

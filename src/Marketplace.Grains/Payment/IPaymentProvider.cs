using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Payment;

/// <summary>The external payment provider: another company's service, outside every transaction of ours, with a ledger of its own.</summary>
internal interface IPaymentProvider
{
    /// <summary>Asks for money. Repeats with the same key and amount get the first answer and move no money.</summary>
    ValueTask<ProviderCharge> Charge(ReservationId key, decimal amount);

    /// <summary>
    /// Gives money back: a transaction that asked for it was aborted. Others that got the same answer keep it, so the money moves when none is left.
    /// </summary>
    /// <param name="charge">What it got, which was paid.</param>
    /// <returns>When it is in the ledger.</returns>
    ValueTask Void(ProviderCharge charge);

    /// <summary>Forgets its ledger.</summary>
    void Reset();
}

/// <summary>The provider's answer to all that asked for the same.</summary>
/// <param name="isPaid">True if paid; false if declined, or if the provider could not be reached in all tries.</param>
/// <param name="booked">
/// Ends when it is durable in the provider's ledger, which it is before anything that is stored from now on. It never fails while the silo can write.
/// </param>
internal sealed class ProviderCharge(ReservationId key, decimal amount, bool isPaid, Task booked)
{
    private readonly Lock _lock = new();

    // The attempts of a transaction have one key, and the next one may ask before an aborted one has let go.
    private int _askers = 1;

    public ReservationId Key => key;
    public decimal Amount => amount;
    public bool IsPaid => isPaid;
    public Task Booked => booked;

    /// <summary>One more asks for this.</summary>
    /// <returns>False if it asks for something else, or if all that asked have let go.</returns>
    public bool TryJoin(ReservationId other, decimal otherAmount)
    {
        lock (_lock)
        {
            return (other, otherAmount) == (key, amount) && _askers > 0 && ++_askers > 0;
        }
    }

    /// <summary>One of those that asked lets go.</summary>
    /// <returns>Whether it was the last one.</returns>
    public bool Leave()
    {
        lock (_lock)
        {
            return --_askers == 0;
        }
    }

    /// <summary>It has let go in vain: the money was not given back.</summary>
    public void Return()
    {
        lock (_lock)
        {
            _askers++;
        }
    }
}

/// <summary>How the simulated payment provider behaves.</summary>
internal sealed class PaymentProviderOptions
{
    /// <summary>Time that an answer takes.</summary>
    public TimeSpan Latency { get; set; } = TimeSpan.Zero;

    /// <summary>Share of charges that are declined, 0–1.</summary>
    public double DeclineRate { get; set; }

    /// <summary>Share of calls that do not reach the provider, 0–1.</summary>
    public double Outage { get; set; }

    /// <summary>Tries after a call that did not reach the provider; then the payment has failed.</summary>
    public int Retries { get; set; } = 3;

    /// <summary>Pause before a further try; doubled each time.</summary>
    public TimeSpan RetryDelay { get; set; } = TimeSpan.FromMilliseconds(10);

    /// <summary>Whether all charges come by this silo: then it need not look for those of others.</summary>
    public bool IsAlone { get; set; }

    /// <summary>Seed of the decisions: the same seed, session and attempt meet the same fate in every run.</summary>
    public long Seed { get; set; } = 42;
}

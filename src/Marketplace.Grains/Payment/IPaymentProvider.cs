using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Payment;

/// <summary>The external payment provider: another company's service, outside every transaction of ours, with a ledger of its own.</summary>
internal interface IPaymentProvider
{
    /// <summary>Asks for money. Repeats with the same key get the first answer and move no money.</summary>
    ValueTask<ProviderAnswer> Charge(ReservationId key, decimal amount);

    /// <summary>Gives money back: the transaction that asked for it was aborted. A charge that was not accepted changes nothing.</summary>
    /// <returns>When it is in the ledger.</returns>
    ValueTask Void(ReservationId key, decimal amount);

    /// <summary>Forgets its ledger.</summary>
    void Reset();
}

/// <summary>The provider's answer.</summary>
/// <param name="IsPaid">True if paid; false if declined, or if the provider could not be reached in all tries.</param>
/// <param name="Booked">
/// Ends when it is durable in the provider's ledger, which it is before anything that is stored from now on. It never fails while the silo can write.
/// </param>
internal readonly record struct ProviderAnswer(bool IsPaid, Task Booked);

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

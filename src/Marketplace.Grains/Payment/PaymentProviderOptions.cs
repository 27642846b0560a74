namespace Marketplace.Grains.Payment;

/// <summary>How the simulated payment provider behaves.</summary>
public sealed class PaymentProviderOptions
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

    /// <summary>Seed of the decisions: the same seed, session and attempt meet the same fate in every run.</summary>
    public long Seed { get; set; } = 42;
}

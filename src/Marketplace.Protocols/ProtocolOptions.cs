namespace Marketplace.Protocols;

/// <summary>What all protocols with roll-back have in common.</summary>
public sealed record ProtocolOptions
{
    /// <summary>How long a transaction waits for a grain, or a coordinator for an answer, before the transaction is aborted.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// How often an aborted transaction is run again before its abort is the answer. One that gave way to others is run again for the whole
    /// <see cref="Timeout"/> at least, unless this is 0; none is after <see cref="RetryFor"/>.
    /// </summary>
    public int Retries { get; init; } = 10;

    /// <summary>
    /// How long after its begin an aborted transaction may still be run again. When clients have left it would only take grains from others.
    /// </summary>
    public TimeSpan RetryFor { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Longest pause before the first repeat; it doubles with each further one. The pause itself is random.</summary>
    public TimeSpan RetryPause { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>Whether grains may be on other silos than their transactions.</summary>
    public bool IsClustered { get; init; }

    /// <summary>Seed of these pauses.</summary>
    public int Seed { get; init; } = 42;
}

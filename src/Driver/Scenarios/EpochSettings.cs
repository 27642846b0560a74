namespace Marketplace.Driver.Scenarios;

/// <summary>For how long (the paper: 6 epochs of 10 s, the first 2 warm-up).</summary>
internal sealed record EpochSettings
{
    /// <summary>Number of epochs; where the warm-up is a number of epochs it includes these.</summary>
    public required int Count { get; init; }

    /// <summary>Length of an epoch, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>What does not count.</summary>
    public required WarmUp WarmUp { get; init; }

    /// <summary>Seconds after which a warm-up until throughput is steady ends even if it is not.</summary>
    public required double WarmUpLimit { get; init; }
}

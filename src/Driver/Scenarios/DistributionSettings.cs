namespace Marketplace.Driver.Scenarios;

/// <summary>A distribution over ranks 1…n.</summary>
internal sealed record DistributionSettings
{
    /// <summary>"uniform" or "zipfian".</summary>
    public required string Distribution { get; init; }

    /// <summary>Exponent of the Zipfian distribution: rank r has weight r^−exponent.</summary>
    public required double Exponent { get; init; }
}

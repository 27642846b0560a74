namespace Marketplace.Driver.Scenarios;

/// <summary>For how long (the paper: 6 epochs of 10 s, the first 2 warm-up).</summary>
internal sealed record EpochSettings
{
    /// <summary>Number of epochs, those of the warm-up included.</summary>
    public required int Count { get; init; }

    /// <summary>Length of an epoch, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>How many of them are warm-up and don't count.</summary>
    public required int WarmUp { get; init; }
}

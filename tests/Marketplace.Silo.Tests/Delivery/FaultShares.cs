namespace Marketplace.Silo.Tests.Delivery;

/// <summary>What goes wrong with calls, in shares of all of them.</summary>
internal sealed record FaultShares(double Requests = 0, double Answers = 0, double Twice = 0, double Late = 0)
{
    /// <summary>Some of each; so many come twice that none of a hundred events doing so is no chance worth thinking of.</summary>
    public static FaultShares All { get; } = new(0.01, 0.01, 0.1, 0.02);
}

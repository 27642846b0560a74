namespace Marketplace.Driver.Load.Targets;

/// <summary>A target began or ceased to be ready.</summary>
/// <param name="Second">When, in seconds since the start of the warm-up.</param>
/// <param name="IsReady">True if it began to be ready.</param>
internal sealed record ReadinessChange(double Second, bool IsReady);

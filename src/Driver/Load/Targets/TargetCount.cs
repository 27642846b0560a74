using System.Collections.Immutable;

namespace Marketplace.Driver.Load.Targets;

/// <summary>What one worker sent to one target within the measurement. It alone writes.</summary>
internal struct TargetCount
{
    /// <summary>Requests that the target answered, or may have got.</summary>
    public long Requests;

    /// <summary>Those without an answer, and those answered with 5xx.</summary>
    public long Errors;

    /// <summary>Requests that went to another target because this one could not be reached.</summary>
    public long Refused;
}

/// <summary>A target began or ceased to be ready.</summary>
/// <param name="Second">When, in seconds since the start of the warm-up.</param>
/// <param name="IsReady">True if it began to be ready.</param>
internal sealed record ReadinessChange(double Second, bool IsReady);

/// <summary>What one of several targets got within the measurement.</summary>
/// <param name="Changes">When it began or ceased to be ready, in the whole run.</param>
internal sealed record TargetFigures(string Url, TargetCount Count, ImmutableArray<ReadinessChange> Changes);

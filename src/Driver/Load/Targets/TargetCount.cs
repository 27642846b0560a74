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

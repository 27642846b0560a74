namespace Orleans;

/// <summary>Kinds of reasons for a deactivation.</summary>
public enum DeactivationReasonCode : byte
{
    /// <summary>No reason was given.</summary>
    None,

    /// <summary>The process is stopping.</summary>
    ShuttingDown,

    /// <summary>The activation failed to start.</summary>
    ActivationFailed,

    /// <summary>The activation was idle for longer than its age limit.</summary>
    ActivationIdle,

    /// <summary>The grain asked for it.</summary>
    ApplicationRequested,
}

/// <summary>Why an activation ends.</summary>
public readonly record struct DeactivationReason
{
    /// <summary>Makes a reason.</summary>
    /// <param name="code">Its kind.</param>
    /// <param name="text">Its description.</param>
    public DeactivationReason(DeactivationReasonCode code, string text)
        : this(code, null, text)
    {
    }

    /// <summary>Makes a reason.</summary>
    /// <param name="code">Its kind.</param>
    /// <param name="exception">The exception that caused it.</param>
    /// <param name="text">Its description.</param>
    public DeactivationReason(DeactivationReasonCode code, Exception? exception, string text)
    {
        ReasonCode = code;
        Exception = exception;
        Description = text;
    }

    /// <summary>The kind of reason.</summary>
    public DeactivationReasonCode ReasonCode { get; }

    /// <summary>A description for people.</summary>
    public string Description { get; }

    /// <summary>The exception that caused it, if one did.</summary>
    public Exception? Exception { get; }
}

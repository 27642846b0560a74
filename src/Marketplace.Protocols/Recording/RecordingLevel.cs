namespace Marketplace.Protocols.Recording;

/// <summary>How much of each transaction is recorded (setting Recording).</summary>
public enum RecordingLevel
{
    /// <summary>Nothing: no part of the recording is there.</summary>
    Off = 0,

    /// <summary>How each attempt ended.</summary>
    Outcomes = 1,

    /// <summary>Besides, each version of each object that a transaction read or made.</summary>
    Full = 2,
}

namespace Marketplace.Driver.Reporting;

/// <summary>What the driver's process answers.</summary>
internal static class ExitCode
{
    /// <summary>Done, and the audit found no violation of what is claimed and missed no facts.</summary>
    public const int Done = 0;

    /// <summary>Done, but the audit did, or results are missing.</summary>
    public const int Violations = 1;

    /// <summary>Wrong usage or scenario.</summary>
    public const int Usage = 2;

    /// <summary>The target can't be reached, or died, or the load could not go on.</summary>
    public const int Target = 3;

    /// <summary>Done, and a threshold of the scenario does not hold, or a comparison fails by --fail-if.</summary>
    public const int Thresholds = 4;

    /// <summary>Results could not be written, for example because the disk is full; what is known was printed.</summary>
    public const int NotWritten = 5;

    /// <summary>Interrupted by Ctrl-C; what was measured until then is written.</summary>
    public const int Interrupted = 130;

    /// <summary>True if the audit passed, whatever the thresholds say.</summary>
    public static bool IsClean(int code) => code is Done or Thresholds;
}

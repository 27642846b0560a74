namespace Marketplace.Driver.Commands;

/// <summary>What the driver's process answers.</summary>
internal static class ExitCode
{
    /// <summary>Done, and the audit is clean.</summary>
    public const int Done = 0;

    /// <summary>Done, but the audit found violations, or results are missing.</summary>
    public const int Violations = 1;

    /// <summary>Wrong usage or scenario.</summary>
    public const int Usage = 2;

    /// <summary>The target can't be reached, or died.</summary>
    public const int Target = 3;

    /// <summary>Interrupted by Ctrl-C; what was measured until then is written.</summary>
    public const int Interrupted = 130;
}

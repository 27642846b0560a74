namespace Marketplace.Audit.History;

/// <summary>Properties and names of the outcome classes.</summary>
public static class OutcomeClasses
{
    /// <summary>Number of classes; they count from 0.</summary>
    public const int Count = 7;

    private static readonly string[] Names =
        ["committed", "rejected", "payment-failed", "aborted", "timed-out", "transport-error", "driver-fault"];

    /// <summary>All classes, in order.</summary>
    public static IEnumerable<OutcomeClass> All => Enumerable.Range(0, Count).Select(outcome => (OutcomeClass)outcome);

    /// <summary>The name that audit.md gives the class.</summary>
    /// <param name="outcome">The class.</param>
    public static string Name(this OutcomeClass outcome) => Names[(int)outcome];

    /// <summary>True if the driver can't know whether the operation took effect.</summary>
    /// <param name="outcome">The class.</param>
    public static bool IsUnknown(this OutcomeClass outcome) => outcome is OutcomeClass.TimedOut or OutcomeClass.TransportError;
}

namespace Marketplace.Audit.History;

/// <summary>How an operation ended, as far as the driver knows (audit.md, outcome classes).</summary>
public enum OutcomeClass
{
    /// <summary>Complete, with all its effects.</summary>
    Committed = 0,

    /// <summary>Refused by a rule of the business: no item in stock, or the driver's mirror of the product was stale.</summary>
    Rejected = 1,

    /// <summary>The payment was declined (E7).</summary>
    PaymentFailed = 2,

    /// <summary>The target gave up (503): no effect.</summary>
    Aborted = 3,

    /// <summary>No answer within the request's time-out: the effect is unknown.</summary>
    TimedOut = 4,

    /// <summary>The connection was lost, or the target failed (5xx): the effect is unknown.</summary>
    TransportError = 5,

    /// <summary>The target says that the driver's request was wrong (4xx): no effect.</summary>
    DriverFault = 6,
}

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
    public static string Name(this OutcomeClass outcome) => Names[(int)outcome];

    /// <summary>True if the driver can't know whether the operation took effect.</summary>
    public static bool IsUnknown(this OutcomeClass outcome) => outcome is OutcomeClass.TimedOut or OutcomeClass.TransportError;
}

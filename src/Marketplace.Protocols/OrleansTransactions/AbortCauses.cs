using Orleans.Transactions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>Tells why Orleans aborted a transaction.</summary>
internal static class AbortCauses
{
    /// <summary>Looks at what Orleans threw.</summary>
    /// <param name="exception">What it threw.</param>
    /// <param name="failure">What the body of the transaction threw; null if nothing.</param>
    /// <returns>Null if running the transaction again is of no use: business code has failed.</returns>
    public static AbortCause? Of(OrleansTransactionException exception, Exception? failure) => exception switch
    {
        // Its lock was wanted by an older transaction, or what it had read was taken back.
        OrleansTransactionLockUpgradeException or OrleansCascadingAbortException => AbortCause.Conflict,

        // Its lock was held for too long, or a participant did not prepare in time.
        OrleansBrokenTransactionLockException or OrleansTransactionPrepareTimeoutException => AbortCause.Timeout,
        OrleansTransactionTransientFailureException => AbortCause.ParticipantLost,
        OrleansStartTransactionFailedException => AbortCause.Failure,
        _ => failure is TransactionAbortedException aborted ? aborted.Cause : null,
    };
}

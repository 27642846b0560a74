using Orleans.Transactions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>Tells why Orleans aborted a transaction.</summary>
internal static class AbortCauses
{
    /// <summary>Looks at what Orleans threw.</summary>
    /// <param name="failure">What the body of the transaction threw; null if nothing.</param>
    /// <returns>Null if running the transaction again is of no use: business code has failed.</returns>
    public static AbortCause? Of(OrleansTransactionException exception, Exception? failure) => exception switch
    {
        // It waited for a lock for too long, held one for too long, or a participant did not prepare in time.
        OrleansCascadingAbortException when failure is not null => AbortCause.Timeout,
        OrleansBrokenTransactionLockException or OrleansTransactionPrepareTimeoutException => AbortCause.Timeout,

        // What it had read was taken back, or an older transaction wanted its lock.
        OrleansCascadingAbortException or OrleansTransactionLockUpgradeException => AbortCause.Conflict,
        OrleansTransactionTransientFailureException => AbortCause.ParticipantLost,
        OrleansStartTransactionFailedException => AbortCause.Failure,
        _ => failure is TransactionAbortedException aborted ? aborted.Cause : null,
    };
}

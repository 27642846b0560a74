namespace Marketplace.Protocols.Commit;

/// <summary>Begins and ends attempts to run transactions.</summary>
internal interface ITransactionManager
{
    /// <summary>Starts an attempt to run a transaction.</summary>
    /// <returns>The attempt. It is ended by <see cref="Commit"/> or <see cref="Abort"/>.</returns>
    RunningTransaction Begin();

    /// <summary>Commits, if all participants can.</summary>
    /// <returns>Null if it is committed; else why it was aborted.</returns>
    /// <exception cref="TimeoutException">It is not known whether it was committed.</exception>
    ValueTask<TransactionAbortedException?> Commit(RunningTransaction running);

    /// <summary>Aborts.</summary>
    /// <returns>When the participants know, or are left to recovery.</returns>
    Task Abort(RunningTransaction running, AbortCause cause);

    /// <summary>
    /// Tells whether an attempt whose body failed could have committed otherwise: if not, the failure is no fault of the body, and it is run
    /// again. The attempt is aborted after this in any case.
    /// </summary>
    /// <returns>Null if it could; else why not.</returns>
    ValueTask<TransactionAbortedException?> Examine(RunningTransaction running) => default;
}

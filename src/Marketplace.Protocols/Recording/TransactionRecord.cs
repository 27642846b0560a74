namespace Marketplace.Protocols.Recording;

/// <summary>Follows a transaction through its attempts, one after the other, and hands each over when it has ended.</summary>
/// <param name="keepsAborted">Whether what an aborted attempt wrote remains (<see cref="ITransactionProtocol.Isolation"/>).</param>
/// <param name="recorder">Names attempts to other silos; null where there are none.</param>
internal sealed class TransactionRecord(
    TransactionDeclaration declaration, IHistory history, RecordingLevel level, bool keepsAborted, AttemptNames? recorder)
{
    private AttemptLog? _open;
    private int _attempts;

    /// <summary>An attempt has come to its body: what was open before it was aborted, and the protocol did not say why.</summary>
    public TransactionContext Begin(TransactionContext tx)
    {
        if (_open is not null)
            End(AttemptEnd.Aborted, null);

        var attempt = Open();
        return level == RecordingLevel.Full ? tx with { Log = attempt, Recorded = attempt.Id } : tx;
    }

    /// <summary>An attempt was aborted.</summary>
    public void Aborted(AbortCause cause) => End(AttemptEnd.Aborted, cause);

    /// <summary>The transaction is over.</summary>
    /// <param name="end">How the last attempt ended.</param>
    /// <param name="cause">Why it was aborted, if it was.</param>
    public void Over(AttemptEnd end, AbortCause? cause = null)
    {
        // If none is open the protocol has told of the last one, unless it never began one.
        if (_open is not null || _attempts == 0)
            End(end, cause);
    }

    private AttemptLog Open()
    {
        _attempts++;
        return _open = new AttemptLog(declaration.Tid, declaration.Kind, _attempts) { Id = recorder?.Next(_attempts) };
    }

    private void End(AttemptEnd end, AbortCause? cause)
    {
        var attempt = _open ?? Open();
        _open = null;
        attempt.Close(
            end,
            cause,
            keepsAccesses: level == RecordingLevel.Full && (keepsAborted || end != AttemptEnd.Aborted),
            late: keepsAborted ? history : null);
        history.Add(attempt);
    }
}

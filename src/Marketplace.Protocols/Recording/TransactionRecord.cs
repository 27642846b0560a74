namespace Marketplace.Protocols.Recording;

/// <summary>Follows a transaction through its attempts, one after the other, and hands each over when it has ended.</summary>
/// <param name="isolation">What others see of an attempt: unless nothing, what an aborted one wrote remains.</param>
/// <param name="recorder">Names attempts to other silos; null where there are none.</param>
internal sealed class TransactionRecord(
    TransactionDeclaration declaration, IHistory history, RecordingLevel level, TransactionIsolation isolation, AttemptNames? recorder)
{
    private readonly bool _keepsAborted = isolation != TransactionIsolation.Serializable;

    // Without a protocol nothing is claimed of what a killed silo leaves in the middle.
    private readonly IHistory? _ahead =
        isolation == TransactionIsolation.Writes && level == RecordingLevel.Full && history.OutlivesSilo ? history : null;

    private readonly Lock _lock = new();
    private AttemptLog? _open;
    private int _attempts;

    /// <summary>An attempt has come to its body: what was open before it was aborted, and the protocol did not say why.</summary>
    public TransactionContext Begin(TransactionContext tx)
    {
        AttemptLog attempt;
        lock (_lock)
        {
            if (_open is not null)
                End(AttemptEnd.Aborted, null);

            attempt = Open();
        }

        return level == RecordingLevel.Full ? tx with { Log = attempt, Recorded = attempt.Id } : tx;
    }

    /// <summary>An attempt was aborted.</summary>
    public void Aborted(AbortCause cause)
    {
        lock (_lock)
        {
            End(AttemptEnd.Aborted, cause);
        }
    }

    /// <summary>An attempt was aborted, and not everybody has heard of it yet. Unless its protocol shows writes before, nobody sees any.</summary>
    public void LeftNothing(AbortCause cause)
    {
        if (!_keepsAborted)
            Aborted(cause);
    }

    /// <summary>
    /// The open attempt is committed and stored, though not everybody has heard of it yet. How the protocol answers does not matter any more.
    /// </summary>
    public void Committed()
    {
        lock (_lock)
        {
            if (_open is not null)
                End(AttemptEnd.Committed, null);
        }
    }

    /// <summary>The transaction is over.</summary>
    /// <param name="end">How the last attempt ended.</param>
    /// <param name="cause">Why it was aborted, if it was.</param>
    public void Over(AttemptEnd end, AbortCause? cause = null)
    {
        // If none is open the protocol has told of the last one, unless it never began one.
        lock (_lock)
        {
            if (_open is not null || _attempts == 0)
                End(end, cause);
        }
    }

    private AttemptLog Open()
    {
        _attempts++;
        return _open = new AttemptLog(declaration.Tid, declaration.Kind, _attempts, _ahead) { Id = recorder?.Next(_attempts) };
    }

    private void End(AttemptEnd end, AbortCause? cause)
    {
        var attempt = _open ?? Open();
        _open = null;
        attempt.Close(
            end,
            cause,
            keepsAccesses: level == RecordingLevel.Full && (_keepsAborted || end != AttemptEnd.Aborted),
            late: _keepsAborted ? history : null);
        history.Add(attempt);
    }
}

namespace Marketplace.Protocols.Recording;

/// <summary>
/// Records what the transactions of any protocol did. It stands before the protocol: each time the protocol runs the body is an attempt,
/// and how the last one ended is what the protocol answers.
/// </summary>
/// <param name="names">Names attempts to other silos; null where there are none.</param>
internal sealed class RecordedProtocol(ITransactionProtocol inner, IHistory history, RecordingLevel level, AttemptNames? names = null)
    : ITransactionProtocol
{
    public bool NeedsAccesses => inner.NeedsAccesses;
    public TransactionIsolation Isolation => inner.Isolation;
    public ITransactionProtocol Unrecorded => inner;

    public async Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body)
    {
        var record = new TransactionRecord(declaration, history, level, inner.Isolation, names);
        try
        {
            var result = await inner.Run(
                declaration with { Record = record },
                (record, argument, body),
                static (tx, a) => a.body(a.record.Begin(tx), a.argument));
            record.Over(AttemptEnd.Committed);
            return result;
        }
        catch (TransactionAbortedException exception)
        {
            record.Over(AttemptEnd.Aborted, exception.Cause);
            throw;
        }
        catch (Exception)
        {
            record.Over(AttemptEnd.Unknown);
            throw;
        }
    }

    public Task Declare(TransactionContext tx, AccessSet accesses) => inner.Declare(tx, accesses);
}

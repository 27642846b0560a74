namespace Marketplace.Protocols;

/// <summary>
/// Runs transactions. Every entry point (checkout, update, read, ingestion, export, timer, stream handler) goes through it; the
/// business code does not know which protocol is behind it.
/// </summary>
public interface ITransactionProtocol
{
    /// <summary>Runs one transaction.</summary>
    /// <typeparam name="TArgument">What the body needs; passed on so that the body can be a static function.</typeparam>
    /// <typeparam name="TResult">What the body answers. A business rejection is an answer and rolls nothing back.</typeparam>
    /// <param name="declaration">What is known of the transaction before it runs.</param>
    /// <param name="argument">Passed to the body.</param>
    /// <param name="body">The work: grain calls that carry the context. An exception in it is an unexpected failure.</param>
    /// <returns>What the body answered, once the transaction is complete.</returns>
    Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body);
}

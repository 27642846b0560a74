namespace Marketplace.Protocols;

/// <summary>
/// Runs transactions. Every entry point (checkout, update, read, ingestion, export, timer, stream handler) goes through it; the
/// business code does not know which protocol is behind it.
/// </summary>
public interface ITransactionProtocol
{
    /// <summary>
    /// Whether transactions have to declare the grains that they are going to touch. Where not, callers save themselves the work.
    /// </summary>
    bool NeedsAccesses { get; }

    /// <summary>
    /// How transactions under way are kept apart. Unless that is <see cref="TransactionIsolation.Serializable"/>, the versions which an aborted
    /// one made remain, and those that its compensation made: the recording keeps them.
    /// </summary>
    TransactionIsolation Isolation => TransactionIsolation.Serializable;

    /// <summary>This protocol without the recording of its transactions: for what is no part of a run, such as the export of the record.</summary>
    ITransactionProtocol Unrecorded => this;

    /// <summary>Runs one transaction.</summary>
    /// <typeparam name="TArgument">What the body needs; passed on so that the body can be a static function.</typeparam>
    /// <typeparam name="TResult">What the body answers. A business rejection is an answer and rolls nothing back.</typeparam>
    /// <param name="declaration">What is known of the transaction before it runs.</param>
    /// <param name="argument">Passed to the body.</param>
    /// <param name="body">
    /// The work: grain calls that carry the context. An exception in it is an unexpected failure. It can run several times: what an
    /// attempt did is undone before the next one.
    /// </param>
    /// <returns>What the body answered, once the transaction is complete.</returns>
    /// <exception cref="TransactionAbortedException">The transaction was aborted in all attempts, and has no effect.</exception>
    Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body);

    /// <summary>Declares more grains in the middle of a transaction, once it is known which: an Update Delivery reads them first.</summary>
    /// <param name="accesses">The grains; all of them come after those declared so far in the global order.</param>
    /// <returns>When the transaction may touch them.</returns>
    Task Declare(TransactionContext tx, AccessSet accesses);
}

using Orleans.Runtime;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Confirms a part of a committed transaction only when it is committed. The manager of a commit tells each grain until it has answered, and then
/// forgets the transaction. Orleans also answers for a part that it does not know, as it must have been committed before. But the grain may be about
/// to take the part back: it has asked before the manager heard that the commit begins, and was told that there is no such transaction. The storage
/// refuses that (<see cref="Decisions"/>) as long as the manager knows better, and Orleans loads the part again; then it is confirmed.
/// </summary>
internal sealed class ConfirmedResource(IGrainContextAccessor accessor, StorageOfActivation storage)
    : TransactionalResourceExtension(accessor), ITransactionalResourceExtension
{
    Task ITransactionalResourceExtension.Confirm(string resourceId, Guid transactionId, DateTime timeStamp) =>
        Confirmed(Confirm(resourceId, transactionId, timeStamp), transactionId);

    Task ITransactionalResourceExtension.Confirm(
        string resourceId, Guid transactionId, DateTime timeStamp, CancellationToken cancellationToken) =>
        Confirmed(Confirm(resourceId, transactionId, timeStamp, cancellationToken), transactionId);

    private async Task Confirmed(Task confirmed, Guid transaction)
    {
        await confirmed;
        if (storage.Storage?.HasPrepared(transaction) == true)
            throw new OrleansException($"A part of transaction {transaction} is not committed yet: it is to be confirmed again.");
    }
}

using Orleans.Runtime;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Answers the grain that manages a commit that a part is committed only if it is. Orleans takes a part for committed of which it knows nothing
/// any more, and that is also one which it is about to take back: the grain has asked before the manager heard that the commit begins, and was
/// told that there is none. To take it back the storage refuses (<see cref="Decisions"/>), as long as the manager knows that it is committed. So
/// the manager must not forget it: it says it again, when Orleans has loaded the part again.
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

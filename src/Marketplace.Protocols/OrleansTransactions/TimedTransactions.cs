using Microsoft.Extensions.Options;
using Orleans.Configuration;
using Orleans.Transactions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Has a transaction last as long as it may hold a lock. Orleans' client gives each transaction ten seconds, and a grain lets it hold a lock
/// for that long even if the options say less: who comes to a lock that nobody gives back would wait for all of them.
/// </summary>
internal sealed class TimedTransactions(ITransactionAgent inner, IOptions<TransactionalStateOptions> state) : ITransactionAgent
{
    public Task<TransactionInfo> StartTransaction(bool readOnly, TimeSpan timeout) => inner.StartTransaction(readOnly, state.Value.LockTimeout);

    public Task<(TransactionalStatus Status, Exception? exception)> Resolve(TransactionInfo transactionInfo) => inner.Resolve(transactionInfo);

    public Task Abort(TransactionInfo transactionInfo) => inner.Abort(transactionInfo);
}

using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Serialization;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Runs the call of a grain in the transaction of Orleans that came with it, and answers with what the grain did in it. What was only read counts if
/// the grain is still this silo's when the transaction ends: unlike what is written, no storage would refuse it.
/// </summary>
internal sealed class IncomingTransaction(
    Serializer<OrleansTransactionAbortedException> exceptions, IWriterLease lease, IServiceProvider services) : IIncomingGrainCallFilter
{
    public Task Invoke(IIncomingGrainCallContext context) =>
        context.Request.GetArgumentCount() > 0 && Carried(context.Request.GetArgument(0)) is { } transaction
            ? Run(context, transaction)
            : MayEndRead(context) ? EndRead(context) : context.Invoke();

    // A participant that has only read is told to commit or, if others have written, to prepare.
    private static bool MayEndRead(IIncomingGrainCallContext context) =>
        context.MethodName is nameof(ITransactionalResourceExtension.CommitReadOnly) or nameof(ITransactionalResourceExtension.Prepare)
        && context.Request.GetInterfaceType() == typeof(ITransactionalResourceExtension);

    private async Task EndRead(IIncomingGrainCallContext context)
    {
        await lease.Confirm();
        await context.Invoke();
    }

    private static TransactionInfo? Carried(object? argument) => argument switch
    {
        TransactionContext tx => tx.Carried as TransactionInfo,
        Touch touch => touch.Carried,
        _ => null,
    };

    private async Task Run(IIncomingGrainCallContext context, TransactionInfo transaction)
    {
        var call = new CallInTransaction(context, exceptions, services)
        {
            TransactionOption = TransactionOption.Supported,
            TransactionInfo = transaction,
        };
        context.Response = await call.Invoke();
    }
}

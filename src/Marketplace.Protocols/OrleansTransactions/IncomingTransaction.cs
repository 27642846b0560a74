using Orleans;
using Orleans.Serialization;
using Orleans.Transactions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>Runs the call of a grain in the transaction of Orleans that came with it, and answers with what the grain did in it.</summary>
internal sealed class IncomingTransaction(Serializer<OrleansTransactionAbortedException> exceptions, IServiceProvider services)
    : IIncomingGrainCallFilter
{
    public Task Invoke(IIncomingGrainCallContext context) =>
        context.Request.GetArgumentCount() > 0 && Carried(context.Request.GetArgument(0)) is { } transaction
            ? Run(context, transaction)
            : context.Invoke();

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

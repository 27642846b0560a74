using System.Runtime.ExceptionServices;
using Orleans;
using Orleans.Runtime;
using Orleans.Serialization.Invocation;
using Orleans.Transactions;
using OrleansContext = Orleans.Transactions.TransactionContext;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Hands the transaction of Orleans on to the grain that is called, and takes back what that grain did in it. Orleans does so for methods
/// that are marked with its attribute; but a marked method costs nearly twice as much also where there is no transaction of Orleans, and
/// the grains serve all protocols.
/// </summary>
internal sealed class OutgoingTransaction : IOutgoingGrainCallFilter
{
    public Task Invoke(IOutgoingGrainCallContext context) =>
        OrleansContext.GetTransactionInfo() is { } transaction && Fork(context.Request, transaction) is { } fork
            ? Send(context, transaction, fork)
            : context.Invoke();

    private static async Task Send(IOutgoingGrainCallContext context, TransactionInfo transaction, TransactionInfo fork)
    {
        try
        {
            await context.Invoke();
        }
        catch (OrleansMessageRejectionException)
        {
            // It did not begin, so it may be sent again. What is not joined otherwise has been lost, and Orleans aborts for it.
            transaction.Join(fork);
            throw;
        }

        if (context.Response is TransactionResponse response)
        {
            if (response.TransactionInfo is { } joined)
                transaction.Join(joined);

            if (response.GetException() is { } exception)
                ExceptionDispatchInfo.Throw(exception);
        }
    }

    private static TransactionInfo? Fork(IInvokable request, TransactionInfo transaction)
    {
        if (request.GetArgumentCount() == 0 || request.GetArgument(0) is not (TransactionContext or Touch))
            return null;

        var fork = transaction.Fork();
        request.SetArgument(0, request.GetArgument(0) is TransactionContext tx
            ? tx with { Carried = fork }
            : (Touch)request.GetArgument(0)! with { Carried = fork });
        return fork;
    }
}

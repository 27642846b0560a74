using System.Reflection;
using System.Runtime.ExceptionServices;
using Orleans;
using Orleans.Serialization;
using Orleans.Serialization.Invocation;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Begins operations on the state of one grain, each in a transaction that is not the current one. It is a transactional request of Orleans
/// because only such a request can set the current transaction; it is run here and never sent.
/// </summary>
internal sealed class OperationInTransaction<TState>(
    ITransactionalState<StateVersion<TState>> state,
    Serializer<OrleansTransactionAbortedException> exceptions,
    IServiceProvider services) : TransactionRequestBase(exceptions, services)
    where TState : class, new()
{
    private Func<StateVersion<TState>, bool>? _operation;
    private bool _isUpdate;
    private Task? _done;

    /// <summary>Begins an operation. To begin takes no await, so the grain needs only one of these.</summary>
    /// <param name="branch">What the transaction has done at the grain; the operation is added to it.</param>
    public Task Begin(TransactionInfo branch, Func<StateVersion<TState>, bool> operation, bool isUpdate)
    {
        (TransactionInfo, TransactionOption, _operation, _isUpdate) = (branch, TransactionOption.Supported, operation, isUpdate);
        var begun = Invoke();
        if (!begun.IsCompletedSuccessfully)
            throw new InvalidOperationException("An operation in a transaction of Orleans did not begin at once.");

        var (done, response) = (_done, begun.Result);
        (TransactionInfo, _operation, _done) = (null, null, null);
        if (response is TransactionResponse answer && answer.GetException() is { } exception)
            ExceptionDispatchInfo.Throw(exception);

        return done!;
    }

    public override object GetTarget() => state;

    public override void SetTarget(ITargetHolder holder) => throw new NotSupportedException("The operation has its target.");

    public override string GetMethodName() => nameof(Begin);

    public override string GetInterfaceName() => nameof(ITransactionalState<>);

    public override string GetActivityName() => GetMethodName();

    public override Type GetInterfaceType() => typeof(ITransactionalState<StateVersion<TState>>);

    public override MethodInfo GetMethod() => throw new NotSupportedException("The operation is no method.");

    protected override ValueTask<Response> BaseInvoke()
    {
        _done = _isUpdate ? state.PerformUpdate(_operation!) : state.PerformRead(_operation!);
        return new(Response.Completed);
    }
}

using System.Reflection;
using Orleans;
using Orleans.Serialization;
using Orleans.Serialization.Invocation;
using Orleans.Transactions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// The rest of a grain call as a transactional request of Orleans: that sets the transaction that grain code and transactional states see,
/// and gathers what they did. It is run here and never sent.
/// </summary>
internal sealed class CallInTransaction(
    IIncomingGrainCallContext context,
    Serializer<OrleansTransactionAbortedException> exceptions,
    IServiceProvider services) : TransactionRequestBase(exceptions, services)
{
    /// <inheritdoc/>
    public override object GetTarget() => context.Grain;

    /// <inheritdoc/>
    public override void SetTarget(ITargetHolder holder) => throw new NotSupportedException("The call has its target.");

    /// <inheritdoc/>
    public override string GetMethodName() => context.MethodName;

    /// <inheritdoc/>
    public override string GetInterfaceName() => context.InterfaceName;

    /// <inheritdoc/>
    public override string GetActivityName() => context.Request.GetActivityName();

    /// <inheritdoc/>
    public override Type GetInterfaceType() => context.Request.GetInterfaceType();

    /// <inheritdoc/>
    public override MethodInfo GetMethod() => context.InterfaceMethod;

    /// <inheritdoc/>
    protected override async ValueTask<Response> BaseInvoke()
    {
        await context.Invoke();
        return context.Response!;
    }
}

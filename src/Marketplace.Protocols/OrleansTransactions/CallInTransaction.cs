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
    public override object GetTarget() => context.Grain;

    public override void SetTarget(ITargetHolder holder) => throw new NotSupportedException("The call has its target.");

    public override string GetMethodName() => context.MethodName;

    public override string GetInterfaceName() => context.InterfaceName;

    public override string GetActivityName() => context.Request.GetActivityName();

    public override Type GetInterfaceType() => context.Request.GetInterfaceType();

    public override MethodInfo GetMethod() => context.InterfaceMethod;

    protected override async ValueTask<Response> BaseInvoke()
    {
        await context.Invoke();
        return context.Response!;
    }
}

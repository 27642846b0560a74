using System.Reflection;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Local;

/// <summary>Something that the engine itself has a grain do: a tick, an event. Filters see it as the call of a method.</summary>
internal abstract class HostInvokable(MethodInfo method, params object?[] arguments) : IInvokable
{
    private object? _target;

    public bool IsCancellable => false;

    public object? GetTarget() => _target;

    public void SetTarget(ITargetHolder holder) => _target = holder.GetTarget();

    public async ValueTask<Response> Invoke()
    {
        try
        {
            await Run();
            return Response.Completed;
        }
        catch (Exception e)
        {
            return Response.FromException(e);
        }
    }

    public int GetArgumentCount() => arguments.Length;

    public object? GetArgument(int index) => arguments[index];

    public void SetArgument(int index, object value) => throw new NotSupportedException("Events can't be replaced.");

    public string GetMethodName() => method.Name;

    public string GetInterfaceName() => method.DeclaringType!.FullName!;

    public string GetActivityName() => $"{GetInterfaceName()}/{method.Name}";

    public MethodInfo GetMethod() => method;

    public Type GetInterfaceType() => method.DeclaringType!;

    public TimeSpan? GetDefaultResponseTimeout() => null;

    public CancellationToken GetCancellationToken() => CancellationToken.None;

    public bool TryCancel() => false;

    public void Dispose()
    {
    }

    protected abstract Task Run();
}

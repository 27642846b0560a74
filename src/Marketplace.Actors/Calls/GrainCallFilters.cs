using System.Reflection;
using Orleans.Runtime;
using Orleans.Serialization.Invocation;

namespace Orleans.Serialization.Invocation
{
    /// <summary>A request: the method and its arguments.</summary>
    public interface IInvokable
    {
        /// <summary>The number of arguments.</summary>
        int GetArgumentCount();

        /// <summary>The argument at a position.</summary>
        /// <param name="index">The position, from 0.</param>
        object? GetArgument(int index);

        /// <summary>Replaces the argument at a position.</summary>
        /// <param name="index">The position, from 0.</param>
        /// <param name="value">The argument.</param>
        void SetArgument(int index, object? value);

        /// <summary>The name of the method.</summary>
        string GetMethodName();

        /// <summary>The full name of the interface.</summary>
        string GetInterfaceName();

        /// <summary>The interface that declares the method.</summary>
        Type GetInterfaceType();

        /// <summary>The method of the interface.</summary>
        MethodInfo GetMethod();
    }
}

namespace Orleans
{
    /// <summary>One call, as filters see it.</summary>
    public interface IGrainCallContext
    {
        /// <summary>The method and its arguments.</summary>
        IInvokable Request { get; }

        /// <summary>The target: the grain object in an incoming, the reference in an outgoing filter.</summary>
        object Grain { get; }

        /// <summary>The calling grain; null when the caller isn't a grain.</summary>
        GrainId? SourceId { get; }

        /// <summary>The called grain.</summary>
        GrainId TargetId { get; }

        /// <summary>The full name of the interface.</summary>
        string InterfaceName { get; }

        /// <summary>The name of the method.</summary>
        string MethodName { get; }

        /// <summary>The method of the interface.</summary>
        MethodInfo InterfaceMethod { get; }

        /// <summary>The result, once <see cref="Invoke"/> has completed; a filter may replace it.</summary>
        object? Result { get; set; }

        /// <summary>Calls the next filter, or the method after the last.</summary>
        Task Invoke();
    }

    /// <summary>One call, as filters at the called grain see it.</summary>
    public interface IIncomingGrainCallContext : IGrainCallContext
    {
        /// <summary>The activation that runs the call.</summary>
        IGrainContext TargetContext { get; }

        /// <summary>The method of the grain class.</summary>
        MethodInfo ImplementationMethod { get; }
    }

    /// <summary>One call, as filters at the caller see it.</summary>
    public interface IOutgoingGrainCallContext : IGrainCallContext
    {
        /// <summary>The calling activation; null when the caller isn't a grain.</summary>
        IGrainContext? SourceContext { get; }
    }

    /// <summary>Runs around each call at the called grain: registered as a service, or implemented by the grain class.</summary>
    public interface IIncomingGrainCallFilter
    {
        /// <summary>Runs around a call. Not calling <see cref="IGrainCallContext.Invoke"/> swallows it.</summary>
        /// <param name="context">The call.</param>
        Task Invoke(IIncomingGrainCallContext context);
    }

    /// <summary>Runs around each call at the caller: registered as a service.</summary>
    public interface IOutgoingGrainCallFilter
    {
        /// <summary>Runs around a call. Not calling <see cref="IGrainCallContext.Invoke"/> swallows it.</summary>
        /// <param name="context">The call.</param>
        Task Invoke(IOutgoingGrainCallContext context);
    }
}

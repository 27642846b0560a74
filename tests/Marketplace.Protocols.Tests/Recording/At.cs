using System.Reflection;
using Orleans.Runtime;

namespace Marketplace.Protocols.Tests.Recording;

/// <summary>Tells the state of a grain that it is that of a counter with a key.</summary>
public sealed class At : IGrainContextAccessor
{
    /// <summary>The key.</summary>
    public const long Key = 7;

    /// <inheritdoc/>
    public IGrainContext GrainContext { get; } = DispatchProxy.Create<IGrainContext, GrainWithKey>();

    /// <summary>The context of a grain that says who it is, and nothing else.</summary>
    public class GrainWithKey : DispatchProxy
    {
        protected override object? Invoke(MethodInfo? targetMethod, object?[]? args) => targetMethod?.Name == $"get_{nameof(IGrainContext.GrainId)}"
            ? GrainId.Create(GrainType.Create("counter"), GrainIdKeyExtensions.CreateIntegerKey(Key))
            : throw new NotSupportedException(targetMethod?.Name);
    }
}

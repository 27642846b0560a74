using System.Reflection;

namespace Marketplace.Actors.CodeGeneration;

/// <summary>How requests of a method may interleave, and whether they are answered.</summary>
[Flags]
public enum GrainMethodOptions
{
    /// <summary>As the grain class says.</summary>
    None = 0,

    /// <summary>May run beside other read-only requests.</summary>
    ReadOnly = 1,

    /// <summary>May interleave with any request.</summary>
    AlwaysInterleave = 2,

    /// <summary>The caller doesn't wait.</summary>
    OneWay = 4,

    /// <summary>Has a parameter that is a cancellation token.</summary>
    Cancellable = 8,
}

/// <summary>One method of a grain interface; made once, by generated code.</summary>
/// <param name="interfaceType">The interface that declares it.</param>
/// <param name="name">Its name.</param>
/// <param name="parameterTypes">The types of its parameters.</param>
/// <param name="options">Its attributes.</param>
public sealed class GrainMethod(Type interfaceType, string name, Type[] parameterTypes, GrainMethodOptions options)
{
    /// <summary>The interface that declares it.</summary>
    public Type InterfaceType { get; } = interfaceType;

    /// <summary>Its name.</summary>
    public string Name { get; } = name;

    /// <summary>Its attributes.</summary>
    public GrainMethodOptions Options { get; } = options;

    /// <summary>Finds the method by reflection: for filters, not for calls.</summary>
    public MethodInfo Resolve() =>
        InterfaceType.GetMethod(Name, parameterTypes) ?? throw new MissingMethodException(InterfaceType.FullName, Name);

    /// <inheritdoc/>
    public override string ToString() => $"{InterfaceType.Name}.{Name}";
}

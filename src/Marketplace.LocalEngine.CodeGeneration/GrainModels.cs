using System;
using System.Collections.Generic;
using System.Linq;

namespace Marketplace.LocalEngine.CodeGeneration;

/// <summary>A grain interface as text, so that the compiler can tell whether it changed since the last run.</summary>
internal sealed record InterfaceModel(string FullName, string ClassName, EquatableList<MethodModel> Methods);

/// <summary>A method of a grain interface, inherited ones included.</summary>
internal sealed record MethodModel(
    string Name,
    string DeclaringInterface,
    string ReturnType,
    string? ResultType,
    string Options,
    EquatableList<ParameterModel> Parameters)
{
    public bool IsOneWay => Options.Contains("OneWay");

    /// <summary>The position of the cancellation token; -1 if there is none.</summary>
    public int TokenIndex => Parameters.Items.TakeWhile(parameter => !parameter.IsToken).Count() is var before
        && before < Parameters.Items.Count ? before : -1;

    public bool IsValueTask => ReturnType.StartsWith("global::System.Threading.Tasks.ValueTask", StringComparison.Ordinal);
}

/// <summary>A parameter; the type also without annotations of nullable references, as typeof takes it.</summary>
internal sealed record ParameterModel(string Name, string Type, string BareType, bool IsToken);

/// <summary>A list that is equal to another one with equal elements.</summary>
internal sealed class EquatableList<T>(IEnumerable<T> items) : IEquatable<EquatableList<T>>
    where T : IEquatable<T>
{
    public IReadOnlyList<T> Items { get; } = items.ToList();

    public bool Equals(EquatableList<T>? other) => other is not null && Items.SequenceEqual(other.Items);

    public override bool Equals(object? obj) => Equals(obj as EquatableList<T>);

    public override int GetHashCode() => Items.Aggregate(17, (hash, item) => (hash * 31) + item.GetHashCode());
}

using System.Diagnostics.CodeAnalysis;

namespace Marketplace.Contracts.Requests;

/// <summary>A value, or the refusal that stands in its place.</summary>
/// <typeparam name="T">What is answered when nothing speaks against it.</typeparam>
/// <param name="Value">The value; null if and only if refused.</param>
/// <param name="Refusal">The refusal; null if and only if there is a value.</param>
[GenerateSerializer, Immutable]
public readonly record struct Answer<T>(T? Value, Refusal? Refusal)
    where T : class
{
    /// <summary>True if refused.</summary>
    [MemberNotNullWhen(true, nameof(Refusal))]
    [MemberNotNullWhen(false, nameof(Value))]
    public bool IsRefused => Refusal is not null;

    /// <summary>Answers with a value.</summary>
    public static implicit operator Answer<T>(T value) => new(value, null);

    /// <summary>Answers with a refusal.</summary>
    public static implicit operator Answer<T>(Refusal refusal) => new(null, refusal);
}

using Microsoft.CodeAnalysis;

namespace Marketplace.LocalEngine.CodeGeneration;

/// <summary>What the generator can say about a grain interface that it can't make references for.</summary>
internal static class Diagnostics
{
    public static readonly DiagnosticDescriptor ReturnType = new(
        "MLE001",
        "Grain methods are asynchronous",
        "{0} returns {1}: a method of a grain interface returns Task, Task<T>, ValueTask or ValueTask<T>",
        "Grains",
        DiagnosticSeverity.Error,
        isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor NotSupported = new(
        "MLE002",
        "Grain interfaces have plain methods only",
        "{0} is generic, has a ref, in or out parameter, or is no method: the local engine has no references for that",
        "Grains",
        DiagnosticSeverity.Error,
        isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor OneWayResult = new(
        "MLE003",
        "One-way methods have no result",
        "{0} is one-way: nobody waits for its result, so it returns Task or ValueTask",
        "Grains",
        DiagnosticSeverity.Error,
        isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor Tokens = new(
        "MLE004",
        "Grain methods have one cancellation token at most",
        "{0} has several cancellation tokens: which of them cancels the call is not defined",
        "Grains",
        DiagnosticSeverity.Error,
        isEnabledByDefault: true);
}

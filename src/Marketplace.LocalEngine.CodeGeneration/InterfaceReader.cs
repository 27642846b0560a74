using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Marketplace.LocalEngine.CodeGeneration;

/// <summary>Reads a grain interface, and says what is wrong with it.</summary>
internal static class InterfaceReader
{
    private const string Namespace = "Orleans.Concurrency.";
    private static readonly SymbolDisplayFormat AnnotatedFormat = SymbolDisplayFormat.FullyQualifiedFormat
        .AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    private static readonly string[] OptionNames = ["ReadOnly", "AlwaysInterleave", "OneWay"];

    public static bool IsGrainInterface(INamedTypeSymbol symbol) =>
        symbol.TypeKind == TypeKind.Interface
        && symbol.AllInterfaces.Any(type => type.ToDisplayString() == "Orleans.Runtime.IAddressable")
        && symbol.ContainingNamespace.ToDisplayString() != "Orleans";

    public static ReadResult Read(INamedTypeSymbol symbol)
    {
        var diagnostics = new List<Diagnostic>();
        if (symbol.IsGenericType)
            diagnostics.Add(NotSupported(symbol));
        var methods = new List<MethodModel>();
        foreach (var member in new[] { symbol }.Concat(symbol.AllInterfaces).SelectMany(type => type.GetMembers()))
        {
            // Static and default members need no reference; accessors are reported with their property.
            if (member.IsStatic || !member.IsAbstract || member is IMethodSymbol { AssociatedSymbol: not null })
                continue;
            if (member is IMethodSymbol { IsGenericMethod: false } method && method.Parameters.All(p => p.RefKind == RefKind.None))
                methods.Add(ReadMethod(method, diagnostics));
            else
                diagnostics.Add(NotSupported(member));
        }
        return diagnostics.Count > 0
            ? new ReadResult(null, diagnostics)
            : new ReadResult(
                new InterfaceModel(Name(symbol), ClassName(symbol), new EquatableList<MethodModel>(methods)),
                diagnostics);
    }

    private static MethodModel ReadMethod(IMethodSymbol method, List<Diagnostic> diagnostics)
    {
        var returned = method.ReturnType as INamedTypeSymbol;
        var definition = returned?.OriginalDefinition.ToDisplayString();
        if (definition is not ("System.Threading.Tasks.Task" or "System.Threading.Tasks.Task<TResult>"
            or "System.Threading.Tasks.ValueTask" or "System.Threading.Tasks.ValueTask<TResult>"))
        {
            diagnostics.Add(Diagnostic.Create(
                Diagnostics.ReturnType, method.Locations.FirstOrDefault(), method.ToDisplayString(), method.ReturnType.ToDisplayString()));
        }
        var tokens = method.Parameters.Count(IsToken);
        if (tokens > 1)
            diagnostics.Add(Diagnostic.Create(Diagnostics.Tokens, method.Locations.FirstOrDefault(), method.ToDisplayString()));
        var options = OptionsOf(method, hasToken: tokens > 0);
        var hasResult = returned is { TypeArguments.Length: 1 };
        if (hasResult && options.Contains("OneWay"))
            diagnostics.Add(Diagnostic.Create(Diagnostics.OneWayResult, method.Locations.FirstOrDefault(), method.ToDisplayString()));
        return new MethodModel(
            method.Name,
            Name(method.ContainingType),
            Name(method.ReturnType),
            hasResult ? Name(returned!.TypeArguments[0]) : null,
            string.Join(" | ", options.Select(option => $"global::Marketplace.Actors.CodeGeneration.GrainMethodOptions.{option}")),
            new EquatableList<ParameterModel>(method.Parameters.Select(ReadParameter)));
    }

    private static ParameterModel ReadParameter(IParameterSymbol parameter) =>
        new(
            "@" + parameter.Name,
            Name(parameter.Type),
            parameter.Type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat),
            IsToken(parameter));

    private static bool IsToken(IParameterSymbol parameter) => parameter.Type.ToDisplayString() == "System.Threading.CancellationToken";

    private static List<string> OptionsOf(IMethodSymbol method, bool hasToken)
    {
        var names = method.GetAttributes().Select(attribute => attribute.AttributeClass?.ToDisplayString()).ToList();
        var options = OptionNames.Where(option => names.Contains($"{Namespace}{option}Attribute")).ToList();
        if (hasToken)
            options.Add("Cancellable");
        return options.Count > 0 ? options : ["None"];
    }

    private static string Name(ITypeSymbol type) => type.ToDisplayString(AnnotatedFormat);

    private static string ClassName(ISymbol symbol) => symbol.ToDisplayString().Replace('.', '_').Replace('<', '_').Replace('>', '_');

    private static Diagnostic NotSupported(ISymbol symbol) =>
        Diagnostic.Create(Diagnostics.NotSupported, symbol.Locations.FirstOrDefault(), symbol.ToDisplayString());
}

/// <summary>A grain interface, or what is wrong with it.</summary>
internal sealed record ReadResult(InterfaceModel? Model, IReadOnlyList<Diagnostic> Diagnostics)
{
    // Interfaces without faults are compared by content: then nothing is generated again.
    public bool Equals(ReadResult? other) =>
        other is { Model: { } otherModel } && Model is { } model && model.Equals(otherModel);

    public override int GetHashCode() => Model?.GetHashCode() ?? 0;
}

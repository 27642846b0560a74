using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Marketplace.LocalEngine.CodeGeneration;

/// <summary>
/// Makes a reference class for each grain interface of an assembly, and a manifest that names them and the grain classes, so that
/// the engine needs no reflection to make a call.
/// </summary>
[Generator]
public sealed class GrainGenerator : IIncrementalGenerator
{
    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var interfaces = context.SyntaxProvider.CreateSyntaxProvider(
            static (node, _) => node is InterfaceDeclarationSyntax,
            static (syntax, token) => syntax.SemanticModel.GetDeclaredSymbol(syntax.Node, token) is INamedTypeSymbol symbol
                && IsFirstPart(symbol, syntax.Node) && InterfaceReader.IsGrainInterface(symbol) ? InterfaceReader.Read(symbol) : null)
            .Where(static result => result is not null);
        var classes = context.SyntaxProvider.CreateSyntaxProvider(
            static (node, _) => node is ClassDeclarationSyntax { BaseList: not null },
            static (syntax, token) => syntax.SemanticModel.GetDeclaredSymbol(syntax.Node, token) is INamedTypeSymbol symbol
                && IsGrainClass(symbol) ? symbol.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat) : null)
            .Where(static name => name is not null);

        context.RegisterSourceOutput(interfaces, static (output, result) =>
        {
            foreach (var diagnostic in result!.Diagnostics)
                output.ReportDiagnostic(diagnostic);
            if (result.Model is { } model)
                output.AddSource($"{model.ClassName}.g.cs", ReferenceWriter.Write(model));
        });
        var models = interfaces.Select(static (result, _) => result!.Model).Where(static model => model is not null).Collect();
        context.RegisterSourceOutput(models.Combine(classes.Collect()), static (output, grains) =>
        {
            var (models, classes) = grains;
            if (models.Length > 0 || classes.Length > 0)
                output.AddSource("GrainManifest.g.cs", ReferenceWriter.WriteManifest(models!, classes.Distinct().ToList()!));
        });
    }

    // A partial interface is read once, not once a part.
    private static bool IsFirstPart(INamedTypeSymbol symbol, SyntaxNode node) =>
        symbol.DeclaringSyntaxReferences[0].Span == node.Span && symbol.DeclaringSyntaxReferences[0].SyntaxTree == node.SyntaxTree;

    private static bool IsGrainClass(INamedTypeSymbol symbol) =>
        symbol is { IsAbstract: false, IsGenericType: false }
        && symbol.AllInterfaces.Any(type => type.ToDisplayString() == "Orleans.IGrainBase")
        && symbol.AllInterfaces.Any(InterfaceReader.IsGrainInterface);
}

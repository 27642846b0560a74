using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>A method that returns a task has no suffix Async: nearly all do. Only names that a library gives have it.</summary>
public sealed class SuffixTests
{
    private static readonly string[] OfLibraries =
    [
        // System, ASP.NET Core's hosting, xunit.
        "DisposeAsync", "StartAsync", "StopAsync", "StartingAsync", "StartedAsync", "StoppingAsync", "StoppedAsync", "InitializeAsync",

        // The streams of Orleans.
        "SubscribeAsync", "OnNextAsync", "OnNextBatchAsync", "OnCompletedAsync", "OnErrorAsync",
    ];

    [Fact]
    public void No_method_of_ours_has_the_suffix() =>
        Assert.Empty(new[] { "src", "tests", "benchmarks" }.SelectMany(folder => Repository.Files(folder, "*.cs")).SelectMany(file =>
            Suffixed(CSharpSyntaxTree.ParseText(File.ReadAllText(file))).Select(name => $"{Repository.Relative(file)}: {name}")));

    [Theory]
    [InlineData("Task RunAsync() => null;", true)]
    [InlineData("void M() { Task RunAsync() => null; }", true)]
    [InlineData("override Task RunAsync() => null;", false)]
    [InlineData("Task IRunner.RunAsync() => null;", false)]
    [InlineData("ValueTask DisposeAsync() => default;", false)]
    [InlineData("Task Run() => other.RunAsync();", false)]
    public void Only_a_name_that_we_gave_is_found(string member, bool isFound)
    {
        var tree = CSharpSyntaxTree.ParseText($"class C {{ {member} }}", cancellationToken: TestContext.Current.CancellationToken);
        Assert.Equal(isFound, Suffixed(tree).Any());
    }

    private static IEnumerable<string> Suffixed(SyntaxTree tree) => tree.GetRoot().DescendantNodes().Select(node => node switch
    {
        MethodDeclarationSyntax { ExplicitInterfaceSpecifier: null } method when !method.Modifiers.Any(SyntaxKind.OverrideKeyword) =>
            method.Identifier.Text,
        LocalFunctionStatementSyntax local => local.Identifier.Text,
        _ => "",
    }).Where(name => name.EndsWith("Async", StringComparison.Ordinal) && !OfLibraries.Contains(name));
}

using Marketplace.LocalEngine.CodeGeneration;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Orleans;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Parts;

/// <summary>The source generator: what it says of interfaces that it can't make references for.</summary>
public sealed class GeneratorTests
{
    [Theory]
    [InlineData("int Get();", "MLE001")]
    [InlineData("void Get();", "MLE001")]
    [InlineData("Task<T> Get<T>();", "MLE002")]
    [InlineData("Task Get(ref int x);", "MLE002")]
    [InlineData("int Value { get; }", "MLE002")]
    [InlineData("[Orleans.Concurrency.OneWay] Task<int> Get();", "MLE003")]
    [InlineData("Task Get(System.Threading.CancellationToken a, System.Threading.CancellationToken b);", "MLE004")]
    public void A_member_that_is_no_grain_method_is_an_error(string member, string id)
    {
        var diagnostics = Run($"public interface IFoo : Orleans.IGrainWithIntegerKey {{ {member} }}", out _);
        Assert.Equal([id], diagnostics.Select(diagnostic => diagnostic.Id));
    }

    [Theory]
    [InlineData("Task<System.Collections.Generic.List<string?>?> Get(int? a, string? @class, params int[] rest);")]
    [InlineData("ValueTask Get(System.Threading.CancellationToken token = default); Task Get(int a);")]
    [InlineData("Task Get(); static int Zero => 0; int One() => 1;")]
    [InlineData("Task<(int A, string? B)> Get((int, decimal?) pair);")]
    public void What_it_makes_compiles(string members)
    {
        var diagnostics = Run(
            $"public partial interface IFoo : Orleans.IGrainWithIntegerKey {{ {members} }} public partial interface IFoo {{ }}",
            out var compilation);
        Assert.Empty(diagnostics);
        var faults = compilation.GetDiagnostics(TestContext.Current.CancellationToken);
        Assert.Empty(faults.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));
    }

    private static IReadOnlyList<Diagnostic> Run(string source, out Compilation compilation)
    {
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Append(typeof(IGrain).Assembly.Location)
            .Distinct()
            .Select(path => MetadataReference.CreateFromFile(path));
        var input = CSharpCompilation.Create(
            "Test",
            [CSharpSyntaxTree.ParseText("using System.Threading.Tasks; namespace N; " + source)],
            references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        CSharpGeneratorDriver.Create(new GrainGenerator()).RunGeneratorsAndUpdateCompilation(input, out compilation, out var diagnostics);
        return diagnostics;
    }
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>
/// One dialect: a body of one line has no braces. That one of several lines has them is an error of the build (IDE0011); no analyzer asks
/// for the other half.
/// </summary>
public sealed class BracesTests
{
    [Fact]
    public void A_body_of_one_line_has_no_braces() =>
        Assert.Empty(new[] { "src", "tests", "benchmarks" }.SelectMany(folder => Repository.Files(folder, "*.cs")).SelectMany(Braced));

    [Theory]
    [InlineData("if (a)\n{\n    b();\n}", true)]
    [InlineData("if (a)\n{\n    b();\n}\nelse\n{\n    c();\n}", true)]
    [InlineData("while (a)\n{\n    b();\n}", true)]
    [InlineData("if (a)\n    b();", false)]
    [InlineData("if (a)\n{\n    b();\n    c();\n}\nelse\n{\n    d();\n}", false)]
    [InlineData("if (a\n    && b)\n{\n    c();\n}", false)]
    [InlineData("if (a)\n{\n    // Why.\n    b();\n}", false)]
    [InlineData("if (a)\n{\n    if (b)\n        c();\n}", false)]
    public void Only_braces_that_are_not_needed_are_found(string code, bool isFound)
    {
        var tree = CSharpSyntaxTree.ParseText(code, cancellationToken: TestContext.Current.CancellationToken);
        Assert.Equal(isFound, Superfluous(tree.GetRoot(TestContext.Current.CancellationToken)).Any());
    }

    private static IEnumerable<string> Braced(string file) =>
        Superfluous(CSharpSyntaxTree.ParseText(File.ReadAllText(file)).GetRoot())
            .Select(block => $"{Repository.Relative(file)}:{LinesOf(block).StartLinePosition.Line + 1}");

    private static IEnumerable<BlockSyntax> Superfluous(SyntaxNode root) => root.DescendantNodes().SelectMany(node => node switch
    {
        // Of a chain of ifs all bodies have braces, or none.
        IfStatementSyntax { Parent: not ElseClauseSyntax } first => Chain(first).All(part => IsOneLine(part.Head, part.Body))
            ? Chain(first).Select(part => part.Body)
            : [],
        ForStatementSyntax loop => Loop(loop, loop.CloseParenToken, loop.Statement),
        CommonForEachStatementSyntax loop => Loop(loop, loop.CloseParenToken, loop.Statement),
        WhileStatementSyntax loop => Loop(loop, loop.CloseParenToken, loop.Statement),
        _ => [],
    }).OfType<BlockSyntax>();

    private static IEnumerable<(FileLinePositionSpan Head, StatementSyntax Body)> Chain(IfStatementSyntax first)
    {
        for (var at = first; ;)
        {
            yield return (Between(at.IfKeyword, at.CloseParenToken), at.Statement);
            if (at.Else is not { } last)
                yield break;

            if (last.Statement is not IfStatementSyntax next)
            {
                yield return (Between(last.ElseKeyword, last.ElseKeyword), last.Statement);
                yield break;
            }

            at = next;
        }
    }

    private static IEnumerable<StatementSyntax> Loop(SyntaxNode loop, SyntaxToken end, StatementSyntax body) =>
        IsOneLine(Between(loop.GetFirstToken(), end), body) ? [body] : [];

    // Also false for a body that needs its braces: a declaration, a comment beside it, a statement that has a body of its own.
    private static bool IsOneLine(FileLinePositionSpan head, StatementSyntax body) => Height(head) == 1 && body switch
    {
        BlockSyntax { Statements: [var only] } block => HasNoBody(only) && Height(LinesOf(block)) == 3,
        BlockSyntax => false,
        _ => Height(LinesOf(body)) == 1,
    };

    private static bool HasNoBody(StatementSyntax statement) => statement
        is ExpressionStatementSyntax or ReturnStatementSyntax or ThrowStatementSyntax or YieldStatementSyntax or BreakStatementSyntax
        or ContinueStatementSyntax;

    private static FileLinePositionSpan Between(SyntaxToken first, SyntaxToken last) =>
        first.SyntaxTree!.GetLineSpan(new(first.SpanStart, last.Span.End - first.SpanStart));

    private static FileLinePositionSpan LinesOf(SyntaxNode node) => node.SyntaxTree.GetLineSpan(node.Span);

    private static int Height(FileLinePositionSpan lines) => lines.EndLinePosition.Line - lines.StartLinePosition.Line + 1;
}

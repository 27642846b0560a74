using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>Words that this code base once had for itself are not to come back: the field has words for what they meant.</summary>
public sealed partial class VocabularyTests
{
    [Fact]
    public void The_field_s_word_stands_where_it_has_one()
    {
        var coined = Repository.Files("src", "*.cs").Concat(Repository.Files("docs", "*.md"))
            .SelectMany(
                file => File.ReadLines(file).Select((line, i) => (Line: i + 1, Word: Coined().Match(line).Value)),
                (file, found) => (File: Repository.Relative(file), found.Line, found.Word))
            .Where(found => found.Word.Length > 0);
        Assert.Empty(coined);
    }

    // Insistence: priority token. Unfinished: decision sender, pending step. Residents, Preloading: resident set, prefetch. Passage: activation
    // handoff. Posting, EventBook, EventPost: outbox writer, delivery state, outbox dispatcher. Floors: low watermarks. Emission: commit action.
    // StoredPart and the like: branch, write set. ClusterHold: to quiesce. TransactionIsolation.Full: serializable. WriteUnit: atomic write.
    // TransactionScope, which collides with System.Transactions: running transaction.
    [GeneratedRegex(
        @"\b(Insist\w*|insistence|\w*Unfinished\w*|Residents|Preload\w*|Passage|Posting|EventBook|EventPost|Floors|\w*Emission\w*|emissions?|"
        + @"(Stored|Participant|Versioned|Saga)Part|ClusterHold|TransactionIsolation\.Full|I?WriteUnits?|TransactionScope|SagaScope)\b")]
    private static partial Regex Coined();
}

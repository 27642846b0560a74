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

    [Fact]
    public void No_file_is_named_by_a_word_that_has_gone()
    {
        var named = Repository.Files("src", "*.cs").Concat(Repository.Files("tests", "*.cs")).Concat(Repository.Files("docs", "*.md"))
            .Select(Repository.Relative)
            .Where(static file => file.Split('/', '.').Any(static part => part.Length > 0 && Coined().Match(part).Value == part));
        Assert.Empty(named);
    }

    [Fact]
    public void No_metric_and_no_setting_is_named_by_a_word_that_has_gone()
    {
        var metrics = Repository.Files("src", "*.cs").Select(File.ReadAllText).SelectMany(static text => Metric().Matches(text)).ToList();
        var settings = Setting().Matches(File.ReadAllText(Path.Combine(Repository.Root, "docs", "settings.md")));
        Assert.True(metrics.Count > 5 && settings.Count > 50, "The expressions of this test find names.");

        // The values of the setting Results are on the wire, and so are its further settings.
        var names = metrics.Concat(settings).Select(static match => match.Groups["name"].Value)
            .Where(static name => name.Split(':')[0] != "Results");
        Assert.DoesNotContain(names, static name => Gone().IsMatch(name));
    }

    // Insistence: priority token. Unfinished: decision sender, pending step. Residents, Preloading: resident set, prefetch. Passage: activation
    // handoff. Posting, EventBook, EventPost: outbox writer, delivery state, outbox dispatcher. Floors: low watermarks. Emission: commit action.
    // StoredPart and the like: branch, write set. ClusterHold: to quiesce. TransactionIsolation.Full: serializable. WriteUnit: atomic write.
    // TransactionScope, which collides with System.Transactions: running transaction. AcceptedTransactions, TransactionMark and the like, egress
    // but for the value of the setting: receipt. SettingsTable and the like: each section of settings declares its own.
    [GeneratedRegex(
        @"\b(Insist\w*|insistence|\w*Unfinished\w*|Residents|Preload\w*|Passage|Posting|EventBook|EventPost|Floors|\w*Emission\w*|emissions?|"
        + @"(Stored|Participant|Versioned|Saga)Part|ClusterHold|TransactionIsolation\.Full|I?WriteUnits?|TransactionScope|SagaScope|"
        + @"AcceptedTransactions|IAcceptedWork|Mark(Of|Outcome|Status|Queue|Collector|Reader)|PendingMarks?|EgressHandlers|ResultCollection|"
        + @"LateResults|CollectedResults\w*|SettingsTable)\b")]
    private static partial Regex Coined();

    [GeneratedRegex(@"""(?<name>marketplace\.[a-z_.]+)""")]
    private static partial Regex Metric();

    [GeneratedRegex(@"^\| `(?<name>[\w:]+)` \|", RegexOptions.Multiline)]
    private static partial Regex Setting();

    [GeneratedRegex(
        @"insist|unfinished|resident|preload|passage|posting|floor|emission|scope|hold|sequence|attempt|results|marks|egress|accepted",
        RegexOptions.IgnoreCase)]
    private static partial Regex Gone();
}

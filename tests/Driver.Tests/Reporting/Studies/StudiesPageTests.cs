using System.Text.Json;
using System.Text.RegularExpressions;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Studies;

/// <summary>docs/studies.md, the studies of config/studies, the script that runs them, and what it copies belong together.</summary>
public sealed partial class StudiesPageTests
{
    private static readonly string Page = File.ReadAllText(Repository.File("docs", "studies.md"));

    private static readonly string[] Names =
        [.. Directory.GetFiles(Repository.File("config", "studies"), "*.json").Select(file => Path.GetFileNameWithoutExtension(file)).Order()];

    public static TheoryData<string> Studies => [.. Names];

    [Theory]
    [MemberData(nameof(Studies))]
    public async Task Each_claim_of_a_study_has_its_verdict_on_the_page_and_in_the_report(string study)
    {
        await using var file = File.OpenRead(Repository.File("config", "studies", $"{study}.json"));
        using var document = await JsonDocument.ParseAsync(file, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip },
            TestContext.Current.CancellationToken);
        var claims = document.RootElement.GetProperty("claims").EnumerateArray().Select(claim => claim.GetProperty("id").GetString()!).ToList();
        var shown = Page.Split($"<!-- claims of {study} -->")[1].Split("<!-- end of claims -->")[0];
        var report = await File.ReadAllTextAsync(Repository.File("docs", "studies", $"{study}.md"), TestContext.Current.CancellationToken);

        Assert.Equal(claims, Judged().Matches(shown).Select(row => row.Groups[1].Value));
        Assert.Contains($"(studies/{study}.md)", Page, StringComparison.Ordinal);
        Assert.All(claims, claim => Assert.Contains($"\n| {claim} ", report, StringComparison.Ordinal));
    }

    [Fact]
    public void Each_picture_is_there_and_is_what_the_script_copies()
    {
        var pictures = Picture().Matches(Page).Select(match => match.Groups[1].Value).ToList();

        Assert.All(pictures, picture => Assert.True(File.Exists(Repository.File("docs", picture)), picture));
        Assert.All(Names, study => Assert.Contains(pictures, picture => picture.StartsWith($"images/study-{study}-", StringComparison.Ordinal)));
    }

    [Fact]
    public void The_script_runs_all_studies()
    {
        var list = File.ReadLines(Repository.File("benchmarks", "studies.sh")).Single(line => line.StartsWith("all=", StringComparison.Ordinal));

        Assert.Equal(Names, list.Split('"')[1].Split(' ').Order());
    }

    [GeneratedRegex(@"^\| ([\w-]+) .*\| (confirmed|contradicted|undecided|not run) *\|$", RegexOptions.Multiline)]
    private static partial Regex Judged();

    [GeneratedRegex(@"^!\[[^\]]*\]\(([^)]*)\)", RegexOptions.Multiline)]
    private static partial Regex Picture();
}

using System.Collections.Immutable;
using Marketplace.Audit;
using Marketplace.Audit.Claims;
using Marketplace.Audit.Tests;
using Marketplace.Contracts.Settings;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Criteria;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Criteria;

public sealed class CriteriaTests
{
    private static readonly MachineInfo Machine = new("Linux", "CPU", 2, 1024, ".NET 10");

    [Fact]
    public async Task What_holds_and_is_claimed_is_bold_and_a_broken_claim_is_told()
    {
        var right = Worlds.Replicated();
        right.RecordCommitted();
        right.KeepLog();
        var wrong = Worlds.Busy();
        wrong.Stock.Edit(stock => (stock.Item.SellerId, stock.Item.ProductId) == (1, 1), stock => stock with { SlackMin = -1 });
        var audits = new Dictionary<string, AuditResult>
        {
            ["orleans"] = await wrong.Audit(),
            ["full"] = await right.Audit(Guarantee.AllServices),
        };

        var result = await Study((name, _) => Task.FromResult(audits.GetValueOrDefault(name.Replace("-log", ""))));
        var table = CriteriaTable.Lines(result).ToList();

        Assert.Equal("holds", Cell(table, "S#2 No duplicate checkout", "orleans").Trim('*'));
        Assert.Equal("violated (**claim broken**)", Cell(table, "S#3 No overselling", "orleans"));
        Assert.Equal("not examined", Cell(table, "Isolation", "orleans"));
        Assert.Equal("off", Cell(table, "Audit logging", "orleans"));
        Assert.Equal("**holds**", Cell(table, "S#3 No overselling", "full"));
        Assert.Equal("**strictly serializable**", Cell(table, "Isolation", "full"));
        Assert.Equal("**all-or-nothing**", Cell(table, "Atomicity", "full"));
        Assert.Equal("**causal-across-objects**", Cell(table, "Replication", "full"));
        Assert.Equal("**consistent**", Cell(table, "S#1 Stock references products", "full"));
        Assert.Equal("**complete**", Cell(table, "Audit logging", "full"));
        Assert.Equal(CriteriaTable.NotRun, Cell(table, "Atomicity", "statefun"));
        Assert.Contains("Not run: `statefun` with audit log: the run was not audited", table);
    }

    [Fact]
    public async Task What_only_the_audit_log_changes_is_told_beside_it()
    {
        var (off, on) = (Worlds.Busy(), Worlds.Busy());
        on.KeepLog();
        var (without, with) = (await off.Audit(), await on.Audit());

        var result = await Study((name, _) => Task.FromResult<AuditResult?>(name.EndsWith("-log", StringComparison.Ordinal) ? with : without));

        Assert.Equal("off; with audit log **complete**", Cell([.. CriteriaTable.Lines(result)], "Audit logging", "orleans"));
        Assert.Equal("none", Cell([.. CriteriaTable.Lines(result)], "Replication", "orleans").Replace("not examined", "none"));
    }

    [Fact]
    public async Task Each_preset_is_run_without_and_with_audit_log_and_one_that_does_not_start_tells_why()
    {
        var asked = new List<string>();
        var result = await Study((name, scenario) =>
        {
            var launch = new LaunchSettings(scenario.Target.Launch!);
            asked.Add($"{name} {launch["Preset"]} {launch["AuditLog"]} {launch["Recording"]}");
            throw new TargetException($"The silo ended with exit code 2. Its last words:{Environment.NewLine}The silo does not start: no.");
        });

        Assert.Equal(2 * CriteriaList.Presets.Length, asked.Count);
        Assert.Equal(["orleans orleans none full", "orleans-log orleans postgres full"], asked.Take(2));
        Assert.All(result.Presets, preset => Assert.Equal(("The silo does not start: no.", false), (preset.Problem, preset.Passed)));
    }

    [Fact]
    public async Task The_page_of_criteria_has_a_column_a_preset_and_a_row_a_criterion()
    {
        var page = await new CriteriaPage(Repository.File("docs", "criteria.md")).Read();
        var table = page.Where(line => line.StartsWith('|')).ToList();

        Assert.Equal(["criterion", .. CriteriaList.Presets.Select(preset => $"`{preset}`")], Cells(table[0]));
        Assert.Equal(CriteriaList.All.Select(criterion => criterion.Name), table.Skip(2).Select(line => Cells(line)[0]));
        Assert.All(table, line => Assert.Equal(CriteriaList.Presets.Length + 1, Cells(line).Length));
        Assert.Equal(Presets.All.Select(preset => preset.Name).Except(["null"]), CriteriaList.Presets);
    }

    [Fact]
    public async Task Each_check_of_a_criterion_is_made()
    {
        var made = (await Worlds.Busy().Audit()).Checks.Select(check => check.Id);
        var unknown = CriteriaList.All.SelectMany(criterion => criterion.Checks).Except(made);
        Assert.Empty(unknown);
    }

    [Fact]
    public async Task What_is_between_the_marks_of_a_page_is_replaced_and_nothing_else()
    {
        using var folder = new TemporaryFolder();
        var file = folder.File("page.md");
        await File.WriteAllTextAsync(file, $"a\n{CriteriaPage.Begin}\nold\n{CriteriaPage.End}\nb\n", TestContext.Current.CancellationToken);

        await new CriteriaPage(file).Write(["| new |"]);

        Assert.Equal(
            $"a\n{CriteriaPage.Begin}\n\n| new |\n\n{CriteriaPage.End}\nb\n",
            await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
        await File.WriteAllTextAsync(file, $"{CriteriaPage.End}\n{CriteriaPage.Begin}\n", TestContext.Current.CancellationToken);
        await Assert.ThrowsAsync<InvalidDataException>(() => new CriteriaPage(file).Read());
    }

    [Fact]
    public async Task The_command_refuses_a_page_without_marks_before_it_runs_anything()
    {
        using var host = new TestHost();
        var page = host.Folder.File("page.md");
        await File.WriteAllTextAsync(page, "nothing\n", TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.Usage, await host.Run("criteria", Repository.File("config", "criteria.json"), "--page", page));
        Assert.Contains("needs a line <!-- criteria", host.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_refuses_a_folder_that_holds_its_runs()
    {
        using var host = new TestHost();
        var output = host.Folder.File("results");
        RunFolder.Take(Path.Combine(output, CriteriaList.Presets[0]), overwrite: false);

        var arguments = new[] { "criteria", Repository.File("config", "criteria.json"), "--output", output };
        Assert.Equal(ExitCode.Usage, await host.Run(arguments));
        Assert.Contains("holds a run: give another --output, or --overwrite to replace it", host.Error, StringComparison.Ordinal);
    }

    private static Task<CriteriaResult> Study(Func<string, Scenario, Task<AuditResult?>> run)
    {
        var file = Repository.File("config", "criteria.json");
        return new CriteriaStudy(more => ScenarioLoader.Load(file, more), run).Run("1.0", Machine, _ => { });
    }

    private static string Cell(IReadOnlyList<string> table, string criterion, string preset)
    {
        var column = Cells(table[0]).IndexOf($"`{preset}`");
        return Cells(table.Single(line => line.StartsWith($"| {criterion} |", StringComparison.Ordinal)))[column];
    }

    private static ImmutableArray<string> Cells(string line) => [.. line.Trim('|', ' ').Split('|').Select(cell => cell.Trim())];
}

using System.Collections.Immutable;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Studies;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Studies;

public sealed class ReductionSectionsTests
{
    [Fact]
    public void Reductions_stand_beside_those_that_were_published()
    {
        var sections = ReductionSections.Of(Table(), Sweep()).ToList();
        Assert.Equal(["published / measured", "GET", "PUT"], sections[0].Rows[0]);
        Assert.Equal(["ours", "15.00 / 20.0 [20.0, 20.0]", "– / -10.0 [-10.0, -10.0]"], sections[0].Rows[1]);
        Assert.Equal(["theirs", "12.00 / –", "4.00 / –"], sections[0].Rows[2]);
        Assert.Equal(["thread", "2.00", "2.00"], sections[1].Rows[1]);
        Assert.Equal(["async", "1.60", "2.20"], sections[1].Rows[2]);
        Assert.Equal(["difference, µs", "400", "-200"], sections[1].Rows[3]);
    }

    private static PublishedTable Table() => new()
    {
        Name = "R",
        Title = "reductions, %",
        Part = "main",
        Figure = "allMeanMs",
        Rows = "database",
        Columns = "operation",
        Baseline = "ours",
        Of = Labels("async"),
        To = Labels("thread"),
        Values = new()
        {
            ["ours"] = new() { ["GET"] = 15 },
            ["theirs"] = new() { ["GET"] = 12, ["PUT"] = 4 },
        },
    };

    private static ImmutableSortedDictionary<string, ImmutableArray<string>> Labels(string arm) =>
        ImmutableSortedDictionary<string, ImmutableArray<string>>.Empty.Add("arm", [arm]);

    private static SweepResult Sweep()
    {
        (string Arm, string Operation, double Ms)[] figures =
            [("async", "GET", 1.6), ("async", "PUT", 2.2), ("thread", "GET", 2), ("thread", "PUT", 2)];
        return SweepSummary.Again(new SweepResult(
            "made-up",
            "0",
            new MachineInfo("", "", 2, 1, ""),
            [new SweptAxis("arm", ["async", "thread"]), new SweptAxis("operation", ["GET", "PUT"])],
            3,
            ImmutableSortedDictionary<string, string>.Empty,
            [
                .. figures.Select((one, i) => new SweptPoint(
                    i + 1, [one.Arm, one.Operation], "", 0, ImmutableDictionary<string, Estimate>.Empty, null)),
            ],
            [
                .. figures.SelectMany((one, i) => Enumerable.Range(1, 3).Select(repeat => new SweptRun(
                    i + 1, repeat, 0, null, ImmutableDictionary<string, double>.Empty.Add("allMeanMs", one.Ms)))),
            ]));
    }
}

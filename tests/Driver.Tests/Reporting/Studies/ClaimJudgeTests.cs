using System.Collections.Immutable;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Studies;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Studies;

/// <summary>The verdicts, on repeats that are made up: arm b against arm a, at two rates.</summary>
public sealed class ClaimJudgeTests
{
    [Theory]
    [InlineData("confirmed", 0.80, 0.90)]
    [InlineData("undecided", 0.85, 0.92)]
    [InlineData("contradicted", 1.01, 3)]
    [InlineData("contradicted", 0.92, 1.09)]
    [InlineData("undecided", 0.90, 1.05)]
    [InlineData("undecided", 0.99, 1.2)]
    public void A_side_is_judged_by_its_whole_interval(string verdict, double low, double high)
    {
        Assert.Equal(verdict, ClaimJudge.OfSide(Interval(low, high), isLess: true));
        Assert.Equal(verdict, ClaimJudge.OfSide(Interval(1 / high, 1 / low), isLess: false));
    }

    [Theory]
    [InlineData("confirmed", 0.81, 1.24)]
    [InlineData("contradicted", 1.26, 1.5)]
    [InlineData("contradicted", 0.5, 0.79)]
    [InlineData("undecided", 0.79, 1.1)]
    public void What_is_alike_lies_within_a_quarter(string verdict, double low, double high) =>
        Assert.Equal(verdict, ClaimJudge.OfAlike(Interval(low, high)));

    [Theory]
    [InlineData("confirmed", 0.86, 0.9)]
    [InlineData("contradicted", 0.5, 0.84)]
    [InlineData("undecided", 0.8, 0.9)]
    public void A_bound_is_judged_by_its_whole_interval(string verdict, double low, double high)
    {
        Assert.Equal(verdict, ClaimJudge.OfBound(Interval(low, high), 0.85, isLess: false));
        Assert.Equal(verdict, ClaimJudge.OfBound(Interval(1 / high, 1 / low), 1 / 0.85, isLess: true));
    }

    [Fact]
    public void Two_repeats_decide_nothing()
    {
        Assert.Equal("confirmed", Judge(Claim("less"), [1, 1, 1], [0.5, 0.5, 0.51]).Verdict);
        var few = Judge(Claim("less"), [1, 1], [0.5, 0.5]);
        Assert.Equal(("undecided", 2), (few.Verdict, few.Ratio!.Count));
        Assert.Contains("3 repeats", few.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void The_size_is_that_of_the_interval()
    {
        Assert.Equal("same", Judge(Claim("less") with { Published = [0.5, 0.5] }, [1, 1, 1], [0.49, 0.5, 0.51]).Size);
        Assert.Equal("weaker", Judge(Claim("less") with { Published = [0.2, 0.3] }, [1, 1, 1], [0.49, 0.5, 0.51]).Size);
        Assert.Equal("stronger", Judge(Claim("less") with { Published = [0.8, 0.8] }, [1, 1, 1], [0.49, 0.5, 0.51]).Size);
        Assert.Null(Judge(Claim("less"), [1, 1, 1], [0.49, 0.5, 0.51]).Size);
        Assert.Null(Judge(Claim("more") with { Published = [0.5, 0.5] }, [1, 1, 1], [0.49, 0.5, 0.51]).Size);
    }

    [Fact]
    public void Runs_that_do_not_count_are_lost_with_their_points()
    {
        double[] a = [1, 1, 1];
        Assert.Equal("confirmed", Judge(Claim("less"), a, [0.5, 0.5, 0.51]).Verdict);

        // At the other rate there is nothing to be seen: half of the points are left, which is enough; with none it is not.
        var half = Judge(Claim("less"), a, [0.5, 0.5, 0.51], run => run with { ExitCode = run.Point is 2 or 4 ? 1 : 0 });
        Assert.Equal("confirmed", half.Verdict);
        Assert.Contains("1 of 2 points", half.Reason, StringComparison.Ordinal);
        foreach (var spoil in new Func<SweptRun, SweptRun>[]
        {
            run => run with { ExitCode = 1 },
            run => run with { Problem = "it died" },
            run => run with { Bottleneck = "the driver" },
            run => run with { Metrics = run.Metrics.SetItem("errorsShare", 0.02) },
            run => run with { Metrics = run.Metrics.SetItem("littleRatio", 0.85) },
        })
        {
            Assert.Equal(("undecided", null), (Judge(Claim("less"), a, [0.5, 0.5, 0.51], spoil).Verdict, (Ratio?)null));
        }
    }

    [Fact]
    public void An_arm_that_is_missing_is_not_run()
    {
        Assert.Equal("not run", ClaimJudge.Judge(Claim("less"), null).Verdict);
        Assert.Equal("not run", Judge(Claim("less") with { Of = Labels("arm", "c") }, [1, 1, 1], [1, 1, 1]).Verdict);
        Assert.Equal("undecided", Judge(Claim("less") with { Cores = 64 }, [1, 1, 1], [0.5, 0.5, 0.5]).Verdict);
    }

    [Fact]
    public void The_best_one_beats_each_other()
    {
        var best = Claim("best") with { To = Labels("arm", "a") };
        Assert.Equal("confirmed", Judge(best, [1, 1, 1], [0.5, 0.5, 0.51]).Verdict);
        Assert.Equal("contradicted", Judge(best, [1, 1, 1], [1.5, 1.5, 1.51]).Verdict);
        Assert.Equal("not run", Judge(best with { To = Labels("arm", "a", "c") }, [1, 1, 1], [0.5, 0.5, 0.51]).Verdict);
        Assert.Equal("contradicted", Judge(best with { To = Labels("arm", "a", "c") }, [1, 1, 1], [1.5, 1.5, 1.51]).Verdict);
    }

    [Fact]
    public void A_trend_compares_the_ends_of_an_axis()
    {
        // The figure of rate 20 is twice that of rate 10.
        var trend = Claim("trend") with { Axis = "rate", Direction = "more", Of = Labels("arm", "b"), To = Nothing };
        Assert.Equal("confirmed", Judge(trend, [1, 1, 1], [1, 1.01, 1]).Verdict);
        Assert.Equal("contradicted", Judge(trend with { Direction = "less" }, [1, 1, 1], [1, 1.01, 1]).Verdict);
    }

    [Fact]
    public void A_ratio_can_be_claimed_of_two_ratios()
    {
        // At rate 20, b is half of a, at rate 10 four fifths.
        SweptRun Change(SweptRun run) => run.Point == 3 ? run with { Metrics = run.Metrics.SetItem("p99", run.Metrics["p99"] * 1.6) } : run;
        var claim = Claim("less") with { Where = Labels("rate", "20"), Against = Labels("rate", "10") };
        var found = Judge(claim, [1, 1, 1], [0.5, 0.5, 0.51], Change);
        Assert.Equal(("confirmed", 0.625), (found.Verdict, Math.Round(found.Ratio!.Mean, 6)));
        Assert.Equal("contradicted", Judge(claim with { Kind = "more" }, [1, 1, 1], [0.5, 0.5, 0.51], Change).Verdict);
        Assert.Equal("contradicted", Judge(claim, [1, 1, 1], [0.5, 0.5, 0.51]).Verdict);
        Assert.Equal("not run", Judge(claim with { Against = Labels("rate", "30") }, [1, 1, 1], [0.5, 0.5, 0.51]).Verdict);
        Assert.Equal("undecided", Judge(claim, [1, 1, 1], [0.5, 0.5, 0.51], run => run with { ExitCode = run.Point == 3 ? 1 : 0 }).Verdict);
    }

    [Fact]
    public void A_bound_without_a_second_side_is_one_of_the_figure()
    {
        var bound = Claim("bound") with { To = Nothing, Bound = 400, Direction = "more", Where = Labels("rate", "10") };
        Assert.Equal("confirmed", Judge(bound, [1, 1, 1], [5, 5.1, 5]).Verdict);
        Assert.Equal("contradicted", Judge(bound, [1, 1, 1], [3, 3.1, 3]).Verdict);
    }

    [Fact]
    public void A_share_counts_the_points_that_are_decided()
    {
        var share = Claim("share") with { Minimum = 0.6 };
        Assert.Equal("undecided", Judge(share, [1, 1, 1], [0.5, 0.5, 0.51]).Verdict);
        var wide = Enumerable.Range(0, 6).Select(i => $"{10 * (i + 1)}").ToArray();
        Assert.Equal("confirmed", Judge(share, [1, 1, 1], [0.5, 0.5, 0.51], rates: wide).Verdict);
        Assert.Equal("contradicted", Judge(share with { Direction = "more" }, [1, 1, 1], [0.5, 0.5, 0.51], rates: wide).Verdict);
    }

    [Fact]
    public void A_fluid_waits_as_long_as_it_takes_to_serve_what_has_gathered()
    {
        Assert.Equal(5_000, StudySections.Fluid(5, 1_000, 500));
        Assert.Equal(0, StudySections.Fluid(5, 400, 500));
    }

    [Fact]
    public void Kendall_s_tau_tells_how_alike_two_orders_are()
    {
        Assert.Equal(1, StudySections.Kendall([(1, 10), (2, 20), (3, 30)]));
        Assert.Equal(-1, StudySections.Kendall([(1, 30), (2, 20), (3, 10)]));
        Assert.Equal(1.0 / 3, StudySections.Kendall([(1, 10), (2, 30), (3, 20)])!.Value, 9);
        Assert.Null(StudySections.Kendall([(1, 1)]));
    }

    private static ImmutableSortedDictionary<string, ImmutableArray<string>> Nothing =>
        ImmutableSortedDictionary<string, ImmutableArray<string>>.Empty;

    private static ImmutableSortedDictionary<string, ImmutableArray<string>> Labels(string axis, params string[] labels) =>
        Nothing.Add(axis, [.. labels]);

    private static Ratio Interval(double low, double high) => new(Math.Sqrt(low * high), low, high, null, 3);

    private static StudyClaim Claim(string kind) => new()
    {
        Id = "X",
        Text = "b differs from a",
        Source = "made up",
        Part = "main",
        Figure = "p99",
        Kind = kind,
        Of = Labels("arm", "b"),
        To = Labels("arm", "a"),
    };

    private static ClaimResult Judge(
        StudyClaim claim, double[] a, double[] b, Func<SweptRun, SweptRun>? change = null, params string[] rates)
    {
        if (rates.Length == 0) rates = ["10", "20"];
        var points = new List<SweptPoint>();
        var runs = new List<SweptRun>();
        foreach (var (arm, values) in new[] { ("a", a), ("b", b) })
        {
            for (var rate = 0; rate < rates.Length; rate++)
            {
                var number = points.Count + 1;
                points.Add(new SweptPoint(number, [arm, rates[rate]], "", 0, ImmutableDictionary<string, Estimate>.Empty, null));
                runs.AddRange(values.Select((value, repeat) => new SweptRun(
                    number, repeat + 1, 0, null, ImmutableDictionary<string, double>.Empty.Add("p99", 100 * value * (rate + 1)))));
            }
        }

        var result = new SweepResult(
            "made-up",
            "0",
            new MachineInfo("", "", 2, 1, ""),
            [new SweptAxis("arm", ["a", "b"]), new SweptAxis("rate", [.. rates])],
            a.Length,
            ImmutableSortedDictionary<string, string>.Empty,
            [.. points],
            [.. runs.Select(change ?? (run => run))]);
        return ClaimJudge.Judge(claim, result);
    }
}

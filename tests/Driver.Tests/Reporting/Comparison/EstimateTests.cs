using Marketplace.Driver.Reporting.Comparison;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Comparison;

public sealed class EstimateTests
{
    [Fact]
    public void The_interval_is_that_of_students_t_from_three_values_on()
    {
        Assert.Null(Estimate.Of([]));
        Assert.Equal(new Estimate(7, null, 1), Estimate.Of([7]));

        Assert.Equal(new Estimate(8, null, 2), Estimate.Of([7, 9]));

        // Standard deviation 1, n = 3: 4.30265 / √3.
        var estimate = Estimate.Of([9, 10, 11])!;
        Assert.Equal((10.0, 3), (estimate.Mean, estimate.Count));
        Assert.Equal(2.4841, estimate.Interval!.Value, 4);
    }

    [Fact]
    public void The_relative_errors_of_a_ratio_add_up_as_squares()
    {
        var ratio = new Estimate(300, 9, 3).Over(new Estimate(100, 4, 5))!;

        Assert.Equal((3.0, 3), (ratio.Mean, ratio.Count));
        Assert.Equal(3 * 0.05, ratio.Interval!.Value, 9);
    }

    [Fact]
    public void A_ratio_to_nothing_is_none_and_without_spread_it_has_no_interval()
    {
        Assert.Null(new Estimate(1, 1, 3).Over(new Estimate(0, 0, 3)));
        Assert.Null(new Estimate(1, null, 1).Over(new Estimate(2, 1, 3))!.Interval);
        Assert.Equal(0, new Estimate(0, null, 1).Over(new Estimate(2, 1, 3))!.Mean);
    }
}

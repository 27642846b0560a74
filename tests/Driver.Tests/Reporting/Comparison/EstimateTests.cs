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
}

using Marketplace.Driver.Reporting.Comparison;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Comparison;

public sealed class FigureTextTests
{
    [Theory]
    [InlineData(1.504, 1.2, 1.9, "1.50× [1.20, 1.90] *")]
    [InlineData(0.004786, 0.000231, 0.0951, "0.0048× [0.00023, 0.095] *")]
    [InlineData(0.1, 0.0, 0.5, "0.10× [0.00, 0.50] *")]
    public void A_small_ratio_has_two_significant_digits(double mean, double low, double high, string text) =>
        Assert.Equal(text, FigureText.Ratio(new Ratio(mean, low, high, PValue: 0.01, Count: 5)));

    [Fact]
    public void A_ratio_without_an_interval_is_its_mean_alone() =>
        Assert.Equal("0.023×", FigureText.Ratio(new Ratio(0.0234, null, null, PValue: null, Count: 1)));
}

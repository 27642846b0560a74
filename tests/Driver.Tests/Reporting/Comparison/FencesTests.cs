using Marketplace.Driver.Reporting.Comparison;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Comparison;

public sealed class FencesTests
{
    [Fact]
    public void They_are_three_distances_of_the_quartiles_away_from_them()
    {
        // Quartiles 2 and 4.
        var fences = Fences.Of([5, 1, 3, 2, 4])!.Value;

        Assert.Equal((-4.0, 10.0), (Math.Round(fences.Low, 6), Math.Round(fences.High, 6)));
        Assert.False(fences.IsOutside(-4));
        Assert.True(fences.IsOutside(10.1));
    }

    [Fact]
    public void Few_values_have_none_and_equal_ones_no_outlier()
    {
        Assert.Null(Fences.Of([1, 2, 3, 100]));
        Assert.Equal(0, Fences.Count([0.1 + 0.2, 0.3, 0.3, 0.3, 0.3]));
        Assert.Equal(1, Fences.Count([28, 28, 28, 28, 27]));
    }

    [Theory]
    [InlineData(5, 0.10, 0.16)]
    [InlineData(10, 0.02, 0.06)]
    public void Chance_alone_marks_few(int count, double least, double most)
    {
        var random = new Random(3);
        var marked = Enumerable.Range(0, 4_000).Count(_ => Fences.Count([.. Enumerable.Range(0, count).Select(_ => Normal())]) > 0);
        Assert.InRange(marked / 4_000.0, least, most);

        double Normal() => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
    }
}

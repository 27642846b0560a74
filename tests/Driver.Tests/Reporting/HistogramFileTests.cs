using System.Globalization;
using Marketplace.Audit;
using Marketplace.Driver.Reporting;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting;

public sealed class HistogramFileTests
{
    [Fact]
    public void The_file_ends_at_the_maximum_and_rises_monotonically()
    {
        var histogram = new Histogram();
        for (var i = 1; i <= 1_000; i++)
            histogram.Record(i * 1_000_000L);
        var lines = HistogramFile.Write(histogram).ToList();
        var rows = lines.Skip(2).Where(line => line[0] != '#')
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToList();
        var values = rows.Select(row => double.Parse(row[0], CultureInfo.InvariantCulture)).ToList();
        Assert.Equal(values.Order(), values);
        Assert.Equal(1_000, values[^1]);
        Assert.Equal("1000", rows[^1][2]);
        Assert.Contains("Total count    =         1000]", lines[^1], StringComparison.Ordinal);
    }
}

using System.Collections.Immutable;
using Marketplace.Audit;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Xunit;

namespace Marketplace.Driver.Tests.Measurement;

public sealed class SeriesTests
{
    private static readonly ImmutableArray<string> Operations = ["checkout", "priceUpdate", "productDelete", "updateDelivery", "dashboard"];

    [Fact]
    public void A_band_holds_what_lies_between_its_bounds()
    {
        foreach (var nanoseconds in (long[])[8, 9, 255, 256, 1_000, 1_000_000, 12_345_678, 60_000_000_000])
        {
            var band = LatencyBands.At(nanoseconds);
            Assert.InRange(nanoseconds / 1e6, LatencyBands.FromMs(band), LatencyBands.FromMs(band + 1));
            Assert.InRange(LatencyBands.FromMs(band + 1) / LatencyBands.FromMs(band), 1, 1.126);
        }

        Assert.Equal(LatencyBands.At(8), LatencyBands.At(0));
    }

    [Fact]
    public void Bands_keep_every_sample_of_a_histogram_and_its_percentiles_to_six_percent()
    {
        var times = new Histogram();
        var random = new Random(5);
        for (var i = 0; i < 10_000; i++)
            times.Record((long)(1e5 * Math.Exp(4 * random.NextDouble())));
        var bands = LatencyBands.Of(times);
        Assert.Equal(10_000, bands.Total);
        Assert.InRange(bands.Counts.Length, 40, 60);
        foreach (var quantile in (double[])[0.01, 0.5, 0.99, 1])
            Assert.InRange(bands.QuantileMs(quantile) * 1e6 / times.Quantile(quantile), 0.94, 1.06);
        Assert.Equal(0, LatencyBands.None.QuantileMs(0.5));
    }

    [Fact]
    public void A_long_run_keeps_few_rows_and_loses_no_transaction()
    {
        var series = new BoundedSeries(100);
        var all = Enumerable.Range(1, 1_000).Select(second => Row(second, second <= 33 ? "warm-up" : "measure")).ToList();
        foreach (var row in all)
        {
            series.Add(row);
            Assert.InRange(series.Rows.Length, 1, 102);
        }

        var rows = series.Rows;
        Assert.Equal(1_000, rows[^1].Second);
        Assert.Equal(1_000, rows.Sum(row => row.Seconds));
        Assert.Equal(33, rows.Where(row => row.Phase == "warm-up").Sum(row => row.Seconds));
        Assert.Equal(all.Sum(row => row.Throughput[0]), rows.Sum(row => row.Throughput[0] * row.Seconds), 6);
        Assert.Equal(all.Sum(row => row.Latencies.Total), rows.Sum(row => row.Latencies.Total));
        Assert.Equal(rows.Select(row => row.Second).Order(), rows.Select(row => row.Second));
        Assert.InRange(rows[^1].P99Ms, 0.94 * 1_000, 1.06 * 1_000);
    }

    [Fact]
    public void A_mean_is_over_the_time_in_which_a_value_is_known()
    {
        SeriesRow[] rows =
        [
            Row(1, "measure") with { Silos = [new SiloLoad(Cores: 1)] },
            Row(4, "measure") with { Seconds = 3, Silos = [new SiloLoad(Cores: 2)] },
            Row(5, "measure"),
        ];
        Assert.Equal(1.75, SeriesRow.MeanOf(rows, row => row.OfSilos(silo => silo.Cores)));
        Assert.Null(SeriesRow.MeanOf(rows, row => row.OfSilos(silo => silo.MiB)));
        Assert.Equal(1.75, SeriesRow.Merge([rows[2], rows[0], rows[1]]).Silos[0].Cores);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void The_files_of_a_series_are_read_back(int silos)
    {
        ImmutableArray<SeriesRow> rows =
        [
            .. Enumerable.Range(1, 3).Select(second => Row(second, "measure") with
            {
                Silos = [.. Enumerable.Range(0, silos).Select(i => new SiloLoad(0.5 + i, 300, second == 2 ? null : 12.5, 100, 8, second))],
                Servers = [new ServerLoad("postgresql", 0.25, 64), new ServerLoad("redisPrimary", null, 12)],
                DriverGcPauseMs = 1.5,
            }),
        ];
        var read = LatencyCsv.Read(LatencyCsv.Write(rows), SeriesCsv.Read(SeriesCsv.Write(rows, Operations)));
        Assert.Equal(rows.Length, read.Length);
        foreach (var (row, again) in rows.Zip(read))
        {
            Assert.Equal(row.Silos, again.Silos);
            Assert.Equal(row.Servers, again.Servers);
            Assert.Equal(row.Latencies.Counts, again.Latencies.Counts);
            Assert.Equal(row.Outcomes, again.Outcomes);
            Assert.Equal((row.Second, row.Seconds, row.MaxMs), (again.Second, again.Seconds, again.MaxMs));
            Assert.Equal(row.DriverGcPauseMs, again.DriverGcPauseMs);
        }
    }

    [Fact]
    public void What_ends_within_one_millisecond_is_read_once()
    {
        ImmutableArray<SeriesRow> rows = [Row(1, "measure"), Row(1, "drain") with { Second = 1.0002 }];
        var read = LatencyCsv.Read(LatencyCsv.Write(rows), SeriesCsv.Read(SeriesCsv.Write(rows, Operations)));
        Assert.Equal([2, 0], read.Select(row => row.Latencies.Counts.Sum(band => band.Count)));
    }

    [Fact]
    public void A_series_of_an_older_version_is_read()
    {
        string[] lines =
        [
            "second,phase,checkout,priceUpdate,productDelete,updateDelivery,dashboard,p50Ms,p99Ms,committed,rejected,payment-failed,aborted,"
                + "timed-out,transport-error,driver-fault,siloCores,driverCores,siloMiB,driverMiB",
            "1,measure,10,1,1,20,2,0.5,2,34,0,0,0,0,0,0,1.25,0.5,300,90",
        ];
        var row = Assert.Single(SeriesCsv.Read(lines));
        Assert.Equal(new SiloLoad(1.25, 300), Assert.Single(row.Silos));
        Assert.Null(row.MaxMs);
        Assert.Empty(row.Servers);
        Assert.Throws<FormatException>(() => SeriesCsv.Read([lines[0].Replace("p50Ms", "median", StringComparison.Ordinal), lines[1]]));
        Assert.Throws<FormatException>(() => SeriesCsv.Read([lines[0], "1,measure"]));
    }

    private static SeriesRow Row(int second, string phase)
    {
        var times = new Histogram();
        times.Record(1_000_000L * second);
        return new SeriesRow
        {
            Second = second,
            Phase = phase,
            Throughput = [second, 0, 0, 0, 0],
            P50Ms = second,
            P99Ms = second,
            MaxMs = second,
            Latencies = LatencyBands.Of(times),
            Outcomes = [second, 0, 0, 0, 0, 0, 0],
            DriverCores = 0.5,
            DriverMiB = 90,
        };
    }
}

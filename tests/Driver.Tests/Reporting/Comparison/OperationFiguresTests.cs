using Marketplace.Driver.Reporting.Comparison;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Comparison;

public sealed class OperationFiguresTests
{
    [Theory]
    [InlineData(4)]
    [InlineData(64)]
    public void Processor_time_is_told_in_percent_of_the_cores_of_the_target_s_machine(int cores)
    {
        var run = SampleRun.Create().Summary;
        var used = run.Resources.Silo!.CpuSeconds / run.MeasuredSeconds;
        var figures = OperationFigures.Of(run with { Resources = run.Resources with { Cores = cores } }).ToDictionary();
        Assert.Equal(100 * used / cores, figures["serviceCpuPercent"], 9);
    }

    [Fact]
    public void Of_a_machine_whose_cores_are_not_known_there_is_no_percentage()
    {
        var run = SampleRun.Create().Summary;
        var figures = OperationFigures.Of(run with { Resources = run.Resources with { Cores = null } }).ToDictionary();
        Assert.DoesNotContain("serviceCpuPercent", figures.Keys);
        Assert.Contains("serviceMeanMiB", figures.Keys);
    }
}

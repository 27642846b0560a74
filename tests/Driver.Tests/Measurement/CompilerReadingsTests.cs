using Marketplace.Driver.Measurement;
using Xunit;

namespace Marketplace.Driver.Tests.Measurement;

public sealed class CompilerReadingsTests
{
    [Theory]
    [InlineData(8773L, "# TYPE dotnet_jit_compiled_methods_total counter\ndotnet_jit_compiled_methods_total 8773\nother_total 1")]
    [InlineData(null, "other_total 1")]
    [InlineData(null, "dotnet_jit_compiled_methods_total many")]
    public void A_silo_says_in_its_metrics_what_it_has_compiled(long? expected, string metrics) =>
        Assert.Equal(expected, CompilerReadings.Parse(metrics));

    [Fact]
    public void A_reading_that_comes_late_has_what_was_compiled_since_the_one_before()
    {
        var answers = new Queue<Task<long?>>();
        var late = new TaskCompletionSource<long?>();
        answers.Enqueue(Task.FromResult<long?>(100));
        answers.Enqueue(Task.FromResult<long?>(110));
        answers.Enqueue(late.Task);
        answers.Enqueue(Task.FromResult<long?>(null));
        answers.Enqueue(Task.FromResult<long?>(200));
        answers.Enqueue(Task.FromResult<long?>(201));
        var readings = new CompilerReadings(answers.Dequeue);
        Assert.Null(readings.Next());
        Assert.Null(readings.Next());
        Assert.Equal(10, readings.Next());
        Assert.Null(readings.Next());
        late.SetResult(150);
        Assert.Equal(40, readings.Next());
        Assert.Null(readings.Next());
        Assert.Equal(50, readings.Next());
    }
}

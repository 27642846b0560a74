using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A silo that records what its transactions do, and an audit that builds their serialization graph.</summary>
public sealed class RecordingTests
{
    [Fact(Timeout = 180_000)]
    public async Task A_protocol_that_claims_to_be_serializable_is_shown_to_have_been()
    {
        using var run = new RunFolder();
        var (exitCode, output) = await Run(run, "ordered-locking");
        Assert.True(exitCode == 0, output);
        run.AssertNoViolation();
        var graph = run.Check("iso.graph");
        Assert.Contains("serializable", graph.GetProperty("level").GetString(), StringComparison.Ordinal);
        Assert.True(graph.GetProperty("claimed").GetBoolean());
        Assert.True(graph.GetProperty("examined").GetInt64() > 100);
        Assert.True(run.Check("stock.isolated").GetProperty("examined").GetInt64() > 0);
        Assert.Equal("exact", run.Check("lowstock.exact").GetProperty("level").GetString());
    }

    [Fact(Timeout = 180_000)]
    public async Task Without_a_protocol_cycles_are_found_and_reported()
    {
        using var run = new RunFolder();
        var (exitCode, output) = await Run(run, "none");
        Assert.True(exitCode == 0, output);
        var graph = run.Check("iso.graph");
        Assert.False(graph.GetProperty("claimed").GetBoolean());
        Assert.True(graph.GetProperty("violations").GetInt64() > 0, output);
        Assert.NotEqual(0, graph.GetProperty("witnesses").GetArrayLength());
    }

    // Few products and sellers, and a payment that takes time: transactions meet. A number of them, which a slow machine makes too.
    private static Task<(int ExitCode, string Output)> Run(RunFolder run, string protocol) => InProcessDriver.Run(run, "order-heavy.json", [
        .. InProcessDriver.Operations(4000), $"target.launch.Protocol={protocol}", "target.launch.Recording=full",
        "target.launch.PaymentProvider:Latency=00:00:00.002"]);
}

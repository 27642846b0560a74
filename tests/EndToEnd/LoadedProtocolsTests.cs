using Marketplace.Silo.Hosting;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Every protocol of this build under a load whose transactions meet, with the whole audit on what was recorded of it.</summary>
public sealed class LoadedProtocolsTests
{
    // A number, not a time: a slow machine makes as many meet as a fast one.
    private const int Operations = 6_000;

    private static readonly string[] NotSerializable = ["none", "saga"];
    private static readonly string[] WithoutConflicts = ["ordered-locking", "deterministic"];

    /// <summary>
    /// Protocols, and the exponents of a Zipfian distribution; 0 is a uniform one. On Orleans, where silos take longer to come, skewed alone.
    /// </summary>
    public static TheoryData<string, double> Loads
    {
        get
        {
            double[] exponents = ProtocolList.Names.Contains(ProtocolList.OrleansTransactions) ? [1.2] : [0, 1.2];
            return new TheoryData<string, double>(ProtocolList.Names.SelectMany(_ => exponents, (name, exponent) => (name, exponent)));
        }
    }

    [Theory(Timeout = 180_000)]
    [MemberData(nameof(Loads))]
    public async Task Under_load_a_protocol_keeps_all_that_it_claims(string protocol, double exponent)
    {
        using var run = new RunFolder();
        var output = new StringWriter();
        var exitCode = await InProcessDriver.Run(output, TestContext.Current.CancellationToken, [
            "run", Programs.Config("order-heavy.json"), "--output", run.Results, "--quiet",
            "--set", "load.concurrency=64", "--set", "data.sizeFactor=0.02",
            "--set", $"load.operations={Operations}", "--set", "epochs.count=1", "--set", "epochs.warmUp=0", "--set", "epochs.seconds=600",
            "--set", "workload.sellers.distribution=zipfian", "--set", FormattableString.Invariant($"workload.sellers.exponent={exponent}"),
            "--set", "workload.products.distribution=zipfian", "--set", FormattableString.Invariant($"workload.products.exponent={exponent}"),
            "--set", $"target.launch.Protocol={protocol}", "--set", "target.launch.Recording=full"]);

        Assert.True(exitCode == 0, output.ToString());
        var checks = run.Checks();
        Assert.All(
            checks.Where(check => check.Value.GetProperty("claimed").GetBoolean()),
            check => Assert.Equal((check.Key, 0), (check.Key, check.Value.GetProperty("violations").GetInt64())));
        Assert.True(checks["atom.checkout"].GetProperty("examined").GetInt64() > 0, output.ToString());
        var graph = checks["iso.graph"];
        Assert.True(graph.GetProperty("examined").GetInt64() > 100, output.ToString());
        Assert.Equal(!NotSerializable.Contains(protocol), graph.GetProperty("claimed").GetBoolean());
        if (WithoutConflicts.Contains(protocol))
        {
            var counted = run.Summary().GetProperty("protocol");
            Assert.True(counted.GetProperty("commits").GetInt64() > 0);
            Assert.True(counted.GetProperty("waits").GetInt64() > 0, "Nobody met anybody.");
            Assert.False(
                counted.GetProperty("abortsByCause").TryGetProperty("conflict", out var conflicts) && conflicts.GetInt64() > 0,
                $"{conflicts} attempts were aborted by a conflict.");
        }
    }
}

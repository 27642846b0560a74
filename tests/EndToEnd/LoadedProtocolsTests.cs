using Marketplace.Silo.Hosting;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Every protocol under a load whose transactions meet, with the whole audit on what was recorded of it.</summary>
public sealed class LoadedProtocolsTests
{
    // A number, not a time: a slow machine makes as many meet as a fast one.
    private const int Operations = 3_000;

    private static readonly string[] NotSerializable = ["none", "saga"];
    private static readonly string[] WithoutConflicts = ["ordered-locking", "deterministic"];

    // Skewed: where hardly anybody meets, hardly anything can go wrong.
    private const double Exponent = 1.2;

    /// <summary>All of them.</summary>
    public static TheoryData<string> Protocols => [.. ProtocolList.Names];

    [Theory(Timeout = 180_000)]
    [MemberData(nameof(Protocols))]
    public async Task Under_load_a_protocol_keeps_all_that_it_claims(string protocol)
    {
        using var run = new RunFolder();
        var (exitCode, output) = await InProcessDriver.Run(run, "order-heavy.json", [
            .. InProcessDriver.Operations(Operations), "load.concurrency=64",
            "workload.sellers.distribution=zipfian", FormattableString.Invariant($"workload.sellers.exponent={Exponent}"),
            "workload.products.distribution=zipfian", FormattableString.Invariant($"workload.products.exponent={Exponent}"),
            $"target.launch.Protocol={protocol}", "target.launch.Recording=full"]);

        Assert.True(exitCode == 0, output);
        var checks = run.Checks();
        Assert.All(
            checks.Where(check => check.Value.GetProperty("claimed").GetBoolean()),
            check => Assert.Equal((check.Key, 0), (check.Key, check.Value.GetProperty("violations").GetInt64())));
        Assert.True(checks["atom.checkout"].GetProperty("examined").GetInt64() > 0, output);
        var graph = checks["iso.graph"];
        Assert.True(graph.GetProperty("examined").GetInt64() > 100, output);
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

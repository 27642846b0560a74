using System.Text.Json;
using Marketplace.Silo.Hosting;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>
/// Operations one by one have one outcome: the quickstart's workload, on less data, with one customer at a time ends in the state whose digest is in
/// final-state.txt, on every engine and under every transaction protocol.
/// </summary>
public sealed class FinalStateTests
{
    private const int Operations = 600;

    // Few of each, so that operations meet what earlier ones left.
    private const string Data = "data.sizeFactor=0.02";

    // A slow machine that lets one operation time out has another final state.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private const string Messages = "Orleans:LocalCalls=messages";

    private static readonly string[] Engines = ["Orleans:LocalCalls=inline", Messages, "Engine=local"];

    /// <summary>Every engine with every protocol that it has.</summary>
    public static TheoryData<string, string> Silos => new(
        from engine in Engines
        from protocol in ProtocolList.Names
        where protocol != ProtocolList.OrleansTransactions || engine == Messages
        select (engine, protocol));

    [Theory(Timeout = 300_000)]
    [MemberData(nameof(Silos))]
    public Task The_state_after_the_quickstart_one_by_one_is_the_same_under(string engine, string protocol) => EndsInTheSameState(
        $"{engine[(engine.IndexOf('=', StringComparison.Ordinal) + 1)..]}-{protocol}",
        $"--Marketplace:{engine}",
        $"--Marketplace:Protocol={protocol}");

    private static async Task EndsInTheSameState(string name, params string[] settings)
    {
        var cancellation = TestContext.Current.CancellationToken;
        using var run = new RunFolder();
        await using var silo = await InProcessSilo.Start(
            static _ => { },
            [
                "--Logging:LogLevel:Default", "Warning", "--Marketplace:Preset", "orleans", "--Marketplace:Protocol:Timeout", Patience.ToString(),
                .. settings,
            ],
            cancellation);
        var url = silo.Url.ToString();
        var quickstart = Programs.Config("quickstart.json");
        await Drive("ingest", quickstart, "--target", url, "--set", Data);
        await Drive(
            "submit", quickstart, "--target", url, "--output", run.Results, "--quiet", "--set", Data,
            "--set", "load.concurrency=1", "--set", $"load.operations={Operations}", "--set", $"load.requestTimeout={Patience.TotalSeconds}",
            "--set", "epochs.count=1", "--set", "epochs.warmUp=0", "--set", "epochs.seconds=3600");
        var state = await StateDigest.Read(silo, Run(run), cancellation);
        var records = Path.Combine(AppContext.BaseDirectory, "final-state", name);
        state.Save(records);
        TestContext.Current.TestOutputHelper?.WriteLine($"The records are in {records}; their digest is\n{state}");
        var expected = await File.ReadAllTextAsync(Path.Combine(AppContext.BaseDirectory, "final-state.txt"), cancellation);
        Assert.Equal(expected, state.ToString());
        await Drive("audit", "--output", run.Results);
    }

    private static string Run(RunFolder run)
    {
        using var manifest = JsonDocument.Parse(File.ReadAllText(Path.Combine(run.Results, "manifest.json")));
        return manifest.RootElement.GetProperty("run").GetString()!;
    }

    private static async Task Drive(params string[] arguments)
    {
        var output = new StringWriter();
        var exitCode = await InProcessDriver.Run(output, TestContext.Current.CancellationToken, arguments);
        Assert.True(exitCode == 0, output.ToString());
    }
}

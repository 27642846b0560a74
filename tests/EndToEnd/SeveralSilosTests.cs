using System.Text.Json;
using Marketplace.Driver.Reporting;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>One load on several silos. Those of preset null hold no state, so any of them may be asked for anything.</summary>
public sealed class SeveralSilosTests
{
    private const int Concurrency = 8;

    [Fact(Timeout = 180_000)]
    public async Task Two_silos_share_the_load_and_one_that_stops_leaves_it_to_the_other()
    {
        await using var first = await Start();
        await using var second = await Start();
        using var run = new RunFolder();
        using var stop = new CancellationTokenSource();
        var seconds = 0;
        var output = new Lines(async line =>
        {
            if (!line.Contains("measure", StringComparison.Ordinal))
                return;

            seconds++;
            if (seconds == 2)
                await second.Stop();
            else if (seconds == 5)
                await stop.CancelAsync();
        });
        var scenario = run.WriteScenario($$"""
            {
              "name": "two", "data": { "sizeFactor": 0.02 }, "load": { "concurrency": {{Concurrency}} },
              "epochs": { "count": 1, "seconds": 60, "warmUp": 0 }
            }
            """);
        string[] arguments = ["submit", scenario, "--target", first.Url.ToString(), "--target", second.Url.ToString(), "--output", run.Results];
        var exitCode = await InProcessDriver.Run(output, stop.Token, arguments);

        Assert.Equal(ExitCode.Interrupted, exitCode);
        var targets = run.Summary().GetProperty("targets").EnumerateArray().ToList();
        Assert.Equal([first.Url.ToString(), second.Url.ToString()], targets.Select(target => target.GetProperty("url").GetString()));
        Assert.All(targets, target => Assert.True(target.GetProperty("requests").GetInt64() > 100));
        Assert.Equal(0, targets[0].GetProperty("errors").GetInt64());
        Assert.InRange(targets[1].GetProperty("errors").GetInt64(), 0, Concurrency / 2);
        Assert.False(Assert.Single(targets[1].GetProperty("changes").EnumerateArray()).GetProperty("isReady").GetBoolean());
        var transactions = run.Summary().GetProperty("transactions").EnumerateObject().Select(kind => kind.Value).ToList();
        Assert.Equal(
            Sum(transactions, "submitted"),
            Sum(transactions, "committed") + Sum(transactions, "transportError"));
    }

    private static long Sum(List<JsonElement> transactions, string name) => transactions.Sum(kind => kind.GetProperty(name).GetInt64());

    private static Task<InProcessSilo> Start() => InProcessSilo.Start(
        static _ => { },
        ["--Marketplace:Preset", "null", "--Logging:LogLevel:Default", "Warning"],
        TestContext.Current.CancellationToken);

    /// <summary>Hands each line that the driver prints to the test.</summary>
    private sealed class Lines(Func<string, Task> print) : StringWriter
    {
        public override void WriteLine(string? value) => _ = print(value ?? "");
    }
}

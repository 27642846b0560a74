using Marketplace.Driver.Reporting;
using Xunit;

namespace Marketplace.EndToEnd.Cluster;

/// <summary>A load on all silos of a cluster that lasts as long as a test needs, and its audit.</summary>
/// <param name="urls">Addresses of the silos, also of those that run no more or not yet.</param>
/// <param name="requestTimeout">How long a request may take, in seconds.</param>
internal sealed class ClusterLoad(IReadOnlyList<string> urls, RunFolder run, int requestTimeout)
{
    /// <summary>Transactions in flight.</summary>
    public const int Concurrency = 8;

    // Order-heavy, on little data: the same grains again and again.
    private readonly string _scenario = $$"""
        {
          "name": "cluster",
          "data": { "sizeFactor": 0.02 },
          "workload": { "mix": { "checkout": 30, "priceUpdate": 3, "productDelete": 2, "updateDelivery": 60, "dashboard": 5 } },
          "load": { "concurrency": {{Concurrency}}, "requestTimeout": {{requestTimeout}} },
          "epochs": { "count": 1, "seconds": 600, "warmUp": 0 }
        }
        """;

    private readonly SemaphoreSlim _seconds = new(0);

    /// <summary>Ingests, submits while the test does something, and audits.</summary>
    public async Task<int> Run(Func<Task> meanwhile)
    {
        var scenario = run.WriteScenario(_scenario);
        var cancellation = TestContext.Current.CancellationToken;
        Assert.Equal(ExitCode.Done, await Drive(["ingest", scenario, .. Targets], cancellation));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        var submitted = Drive(["submit", scenario, "--output", run.Results, .. Targets], stop.Token);
        try
        {
            await meanwhile();
        }
        finally
        {
            await stop.CancelAsync();
        }

        Assert.Equal(ExitCode.Interrupted, await submitted);
        return await Drive(["audit", "--output", run.Results, .. Targets], cancellation);
    }

    /// <summary>Waits until the load has lasted some seconds more.</summary>
    public async Task Seconds(int count)
    {
        for (var i = 0; i < count; i++)
            await _seconds.WaitAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>Transactions with some outcome, or all: "submitted".</summary>
    public long Count(params string[] outcomes) => run.Summary().GetProperty("transactions").EnumerateObject()
        .Sum(kind => outcomes.Sum(outcome => kind.Value.GetProperty(outcome).GetInt64()));

    private IEnumerable<string> Targets => urls.SelectMany(static url => new[] { "--target", url });

    private async Task<int> Drive(string[] arguments, CancellationToken interrupt)
    {
        var output = new Lines(_seconds);
        var exitCode = await InProcessDriver.Run(output, interrupt, arguments);
        TestContext.Current.TestOutputHelper?.WriteLine(output.Text);
        return exitCode;
    }

    /// <summary>Counts the lines of the measurement, of which the driver prints one a second.</summary>
    private sealed class Lines(SemaphoreSlim seconds) : StringWriter
    {
        private readonly List<string> _lines = [];

        public string Text => string.Join(Environment.NewLine, _lines);

        public override void WriteLine(string? value)
        {
            _lines.Add(value ?? "");
            if (value?.Contains("measure", StringComparison.Ordinal) == true)
                seconds.Release();
        }
    }
}

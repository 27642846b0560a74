using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>
/// A run in the middle of which something happens to the system. It lasts as long as that takes; then the driver audits what is there against
/// what it knows was acknowledged.
/// </summary>
internal sealed class InterruptedRun(RunFolder run, string url)
{
    private readonly StringWriter _output = new();
    private readonly string _scenario = run.WriteScenario($$"""
        {
          "name": "interrupted",
          "target": { "urls": ["{{url}}"] },
          "data": { "sizeFactor": 0.02 },
          "workload": { "mix": { "checkout": 40, "priceUpdate": 10, "productDelete": 10, "updateDelivery": 35, "dashboard": 5 } },
          "load": { "concurrency": 16 },
          "epochs": { "count": 1, "seconds": 600, "warmUp": 0 }
        }
        """);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>
    /// Kills a silo while it works; the next one starts at the same address, with the same settings, on the same database, and is audited.
    /// </summary>
    /// <param name="isDue">Waits until the silo has worked enough to be killed.</param>
    /// <returns>What the next one has logged.</returns>
    public static async Task<string> Kill(RunFolder run, string database, string[] settings, Func<SiloProgram, Task> isDue)
    {
        var url = SiloProgram.FreeUrl();
        var interrupted = new InterruptedRun(run, url);
        await using (var silo = await SiloProgram.StartAt(url, database, settings))
        {
            await interrupted.Submit(async () =>
            {
                await isDue(silo);
                silo.Kill();
            });
        }

        await using var next = await InProcessSilo.StartOn(database, [$"--urls={url}", .. settings]);
        await interrupted.Audit();
        return next.Log;
    }

    /// <summary>Waits until something is stored.</summary>
    /// <param name="atLeast">How many there must be.</param>
    public static async Task Stored(string database, string what, string count, long atLeast)
    {
        await using var source = NpgsqlDataSource.Create(database);
        await using var question = source.CreateCommand(count);
        await Wait.Until(what, async () => (long)(await question.ExecuteScalarAsync(Cancellation))! >= atLeast, Wait.ForSilos);
    }

    /// <summary>Ingests, and submits transactions.</summary>
    /// <param name="meanwhile">What happens; no more is submitted afterwards.</param>
    public async Task Submit(Func<Task> meanwhile)
    {
        Assert.True(await InProcessDriver.Run(_output, Cancellation, "ingest", _scenario) == 0, _output.ToString());
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        var submitting = InProcessDriver.Run(_output, stop.Token, "submit", _scenario, "--output", run.Results, "--quiet");
        try
        {
            await meanwhile();
        }
        finally
        {
            await stop.CancelAsync();
            await submitting;
        }
    }

    /// <summary>Audits what is there.</summary>
    public async Task<int> Audit()
    {
        var exitCode = await InProcessDriver.Run(_output, Cancellation, "audit", "--output", run.Results);
        TestContext.Current.TestOutputHelper?.WriteLine(_output.ToString());
        return exitCode;
    }
}

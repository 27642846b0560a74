using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A whole run, with its audit, against a silo in which something goes wrong on purpose.</summary>
/// <param name="Settings">Settings of the silo, as its command line takes them.</param>
/// <param name="Load">Transactions in flight, and in all, as a scenario's load takes them.</param>
internal sealed record FaultyRun(string[] Settings, string Load)
{
    /// <summary>Runs it.</summary>
    /// <param name="configure">Puts into the silo what goes wrong.</param>
    public async Task<int> In(RunFolder run, Action<IServiceCollection> configure)
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var silo = await InProcessSilo.Start(configure, ["--Marketplace:Preset", "orleans", .. Settings], cancellation);
        var scenario = run.WriteScenario($$"""
            {
              "name": "faulty",
              "target": { "urls": ["{{silo.Url}}"] },
              "data": { "sizeFactor": 0.02 },
              "workload": { "mix": { "checkout": 40, "priceUpdate": 5, "productDelete": 10, "updateDelivery": 40, "dashboard": 5 } },
              "load": {{Load}},
              "epochs": { "count": 2, "seconds": 60, "warmUp": 0 }
            }
            """);
        var output = new StringWriter();
        var exitCode = await InProcessDriver.Run(output, cancellation, "run", scenario, "--output", run.Results, "--quiet");
        TestContext.Current.TestOutputHelper?.WriteLine(output.ToString());
        return exitCode;
    }
}

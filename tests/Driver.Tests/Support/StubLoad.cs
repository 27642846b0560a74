using Marketplace.Audit.History;
using Marketplace.Driver.Data;
using Marketplace.Driver.Http;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Scenarios;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Support;

/// <summary>Runs loads on stubs, one after the other, and reads what they left.</summary>
internal sealed class StubLoad : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    /// <summary>The clock of the load.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Opens the history file.</summary>
    public Func<string, Stream> OpenHistory { get; init; } = HistoryWriter.Open;

    /// <summary>Told what the load tells of its progress.</summary>
    public Action<SeriesRow> Progress { get; set; } = static _ => { };

    /// <summary>A scenario with a hundred customers and all kinds of transaction, whose measurement is longer than any test.</summary>
    public static Scenario Scenario(params string[] overrides) => ScenarioLoader.Parse(
        """
        { "name": "test", "data": { "sizeFactor": 0.01 }, "load": { "concurrency": 4, "requestTimeout": 5 },
          "workload": { "mix": { "checkout": 40, "priceUpdate": 20, "productDelete": 10, "updateDelivery": 20, "dashboard": 10 } },
          "epochs": { "count": 1, "seconds": 60, "warmUp": 0 } }
        """,
        "test.json",
        overrides);

    /// <summary>What the workers of a load share.</summary>
    public LoadContext Context(Scenario scenario)
    {
        var generator = new DataGenerator(scenario.Data, scenario.Seed);
        var data = new LoadData(generator, TestContext.Current.CancellationToken);
        return new LoadContext(scenario, new MarketplaceWorkload(scenario, generator, data), "run", Time);
    }

    /// <summary>Runs a load to its end.</summary>
    public async Task<(LoadResult Load, List<Operation> History)> Run(Scenario scenario, params Uri[] targets) =>
        (await Run(scenario, TestContext.Current.CancellationToken, targets), History());

    /// <summary>Runs a load.</summary>
    public async Task<LoadResult> Run(Scenario scenario, CancellationToken interrupt, params Uri[] targets) =>
        await new LoadRunner(Context(scenario), new LoadOptions
        {
            Endpoints = await Task.WhenAll(targets.Select(target => HttpEndpoint.Resolve(target, TestContext.Current.CancellationToken))),
            IsReference = false,
            HistoryPath = _folder.File("history.bin"),
            OpenHistory = OpenHistory,
            Progress = row => Progress(row),
        }).Run(interrupt);

    /// <summary>What the last load did; the adds of its sessions are left out, which are in their checkouts.</summary>
    public List<Operation> History() => [.. new HistoryReader(_folder.File("history.bin")).Read().Where(operation => operation is not AddOperation)];

    public void Dispose() => _folder.Dispose();
}

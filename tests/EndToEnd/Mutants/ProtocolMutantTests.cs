using Marketplace.EndToEnd.Cluster;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.EndToEnd.Mutants;

/// <summary>Protocols with a bug, and transactions that meet where it matters: iso.graph must name it, and nothing where there is none.</summary>
public sealed class ProtocolMutantTests
{
    [Theory(Timeout = 120_000)]
    [InlineData("locking", MutationKind.ReadsWithoutLock)]
    [InlineData("optimistic", MutationKind.ReadersNotValidated)]
    [InlineData("optimistic", MutationKind.ReadersUnlocked)]
    [InlineData("deterministic", MutationKind.ReadsNotValidated)]
    public async Task A_bug_of_a_protocol_is_named_by_the_graph(string protocol, MutationKind kind)
    {
        Assert.Contains("iso.graph", await Violated(protocol, kind));
        Assert.Empty(await Violated(protocol, MutationKind.None, kind));
    }

    [Theory(Timeout = 180_000)]
    [InlineData("locking", MutationKind.ReadsWithoutLock)]
    [InlineData("optimistic", MutationKind.ReadersNotValidated)]
    public async Task A_bug_of_a_protocol_on_three_silos_is_named_by_the_graph(string protocol, MutationKind kind)
    {
        Assert.Contains("iso.graph", await Violated(protocol, kind, kind, silos: 3));
        Assert.Empty(await Violated(protocol, MutationKind.None, kind, silos: 3));
    }

    private static Task<ICollection<string>> Violated(string protocol, MutationKind kind) => Violated(protocol, kind, kind);

    private static async Task<ICollection<string>> Violated(string protocol, MutationKind kind, MutationKind script, int silos = 1)
    {
        var cancellation = TestContext.Current.CancellationToken;
        using var run = new RunFolder();
        var mutation = new Mutation(kind);
        await using var cluster = await InProcessCluster.Start(
            silos,
            services => Mutate(services, mutation),
            [$"Protocol={protocol}", "Recording=full", "Protocol:Timeout=00:00:00.200", "Protocol:Retries=3"],
            cancellation);
        string[] targets = [.. cluster.Urls.SelectMany(static url => new[] { "--target", url })];
        var scenario = run.WriteScenario($$"""
            {
              "name": "mutant",
              "target": { "urls": ["{{string.Join("\", \"", cluster.Urls)}}"] },
              "data": { "sizeFactor": 0.02 },
              "load": { "concurrency": 2, "operations": 50 },
              "epochs": { "count": 1, "seconds": 60, "warmUp": 0 }
            }
            """);
        await Drive(["ingest", scenario, .. targets]);
        await Drive(["submit", scenario, .. targets, "--output", run.Results, "--quiet"]);
        mutation.IsOn = true;
        var services = cluster[0].Services;
        await Play(new Script(services.GetRequiredService<ITransactionProtocol>(), services.GetRequiredService<IGrainFactory>()), script);
        mutation.IsOn = false;
        await Drive("audit", "--output", run.Results);
        Assert.True(run.Check("iso.graph").GetProperty("examined").GetInt64() > 50);
        return run.Violations().Keys;
    }

    private static Task Play(Script script, MutationKind kind) => kind switch
    {
        MutationKind.ReadersUnlocked => script.Skew(),
        MutationKind.ReadsNotValidated => script.TearWhatIsRead(),
        _ => script.OverwriteWhatWasRead(),
    };

    private static void Mutate(IServiceCollection services, Mutation mutation)
    {
        var state = services.Last(static service => service.ServiceType == typeof(IGrainState<>));
        mutation.State = state.ImplementationType;
        services.AddSingleton(mutation).AddScoped(typeof(IGrainState<>), typeof(MutantState<>));
    }

    private static async Task Drive(params string[] arguments)
    {
        var output = new StringWriter();
        var exitCode = await InProcessDriver.Run(output, TestContext.Current.CancellationToken, arguments);
        Assert.True(exitCode is 0 or 1, output.ToString());
    }
}

using Marketplace.Contracts.Audit;
using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Recording;

/// <summary>Versions are counted in the memory of the silo, and what they are versions of is loaded from PostgreSQL, again and again.</summary>
public sealed class PostgresTests(PostgresFixture postgres)
{
    public static TheoryData<string> Serializable =>
        [.. ProtocolList.Serializable.Where(static name => name != ProtocolList.OrleansTransactions)];

    [Theory(Timeout = 120_000)]
    [MemberData(nameof(Serializable))]
    public async Task Grains_that_leave_and_are_loaded_again_go_on_with_their_versions(string protocol)
    {
        var leaving = new LeavingGrains(every: 40);
        await using var run = await RecordedRun.Start(leaving, await Settings(protocol));
        await run.Load(rounds: 12);
        Assert.True(leaving.Left > 3, $"Only {leaving.Left} grains have left.");
        var history = await run.History();
        Assert.Empty(RecordedGraph.Violations(history));
        Assert.Contains(history, attempt => attempt is { Kind: "checkout", Outcome: AttemptOutcome.Committed } && attempt.Writes!.Value.Length > 10);
    }

    [Fact(Timeout = 120_000)]
    public async Task After_a_restart_the_history_begins_anew_on_the_states_that_were_stored()
    {
        var settings = await Settings("deterministic");
        string stored;
        await using (var run = await RecordedRun.Start(settings))
        {
            await run.Load(rounds: 5);
            Assert.Empty(RecordedGraph.Violations(await run.History()));
            stored = await run.Silo.Dump();
        }

        await using var next = new RecordedRun(await Gateway.RunningSilo.Start(WithoutSweep, settings));
        Assert.Empty(await next.History());
        Assert.Equal(stored, await next.Silo.Dump());
        await next.Load(rounds: 5);
        var history = await next.History();
        Assert.Empty(RecordedGraph.Violations(history));

        // The first update after the start is version 1, of states that are not new; who makes it has read version 0.
        Assert.Contains(history, attempt => attempt.Writes?.Any(name => name.StartsWith("stock/", StringComparison.Ordinal)
            && name.EndsWith("@1", StringComparison.Ordinal)) == true);
    }

    [Theory(Timeout = 120_000)]
    [InlineData("locking", "document")]
    [InlineData("deterministic", "relations")]
    [InlineData("optimistic", "both")]
    public async Task After_a_restart_a_kept_history_goes_on_with_the_versions_until_a_reset(string protocol, string layout)
    {
        var folder = Directory.CreateTempSubdirectory("kept-history-");
        try
        {
            string[] settings = [.. await Settings(protocol), $"Recording:Folder={folder.FullName}", $"Storage:Layout={layout}"];
            int recorded;
            await using (var run = new RecordedRun(await Gateway.RunningSilo.Start(WithoutSweep, settings)))
            {
                await run.Silo.Ingest();
                await run.Load(rounds: 5);
                recorded = (await run.History()).Count;
                Assert.True(recorded > 100);
            }

            await using var next = new RecordedRun(await Gateway.RunningSilo.Start(WithoutSweep, settings));
            await next.Load(rounds: 5);
            var history = await next.History();
            Assert.Equal("start", history[recorded].Kind);
            Assert.DoesNotContain(history.Skip(recorded + 1), attempt => attempt.Writes?.Contains("stock/1/1@1") == true);
            Assert.Empty(RecordedGraph.Violations([.. history.Where(attempt => attempt.Kind != "start")]));

            await next.Silo.Expect(200, HttpMethod.Patch, "/reset");
            Assert.Empty(await next.History());
            await next.Load(rounds: 5);
            Assert.Empty(RecordedGraph.Violations(await next.History()));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // The numbers that are stored with the states are forgotten at a reset, whether those that come after it are the same or not.
    [Theory(Timeout = 120_000)]
    [InlineData("locking")]
    [InlineData("deterministic")]
    public async Task After_a_restart_a_kept_history_goes_on_with_what_came_after_a_reset(string protocol)
    {
        var folder = Directory.CreateTempSubdirectory("reset-history-");
        try
        {
            string[] settings = [.. await Settings(protocol), $"Recording:Folder={folder.FullName}"];
            await using (var run = new RecordedRun(await Gateway.RunningSilo.Start(WithoutSweep, settings)))
            {
                await run.Silo.Ingest();
                await run.Silo.Expect(200, HttpMethod.Patch, "/reset");
                await run.Load(rounds: 1);
                Assert.Contains(await run.History(), attempt => attempt.Kind == "checkout" && attempt.Outcome == AttemptOutcome.Committed);
            }

            await using var next = new RecordedRun(await Gateway.RunningSilo.Start(WithoutSweep, settings));
            await next.Load(rounds: 3);
            Assert.Empty(RecordedGraph.Violations([.. (await next.History()).Where(attempt => attempt.Kind != "start")]));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task A_folder_that_cannot_be_made_stops_the_silo_with_one_sentence()
    {
        var file = Path.GetTempFileName();
        try
        {
            Assert.StartsWith(
                $"The silo does not start: The record of transactions can't be kept in {file} (setting Marketplace:Recording:Folder): ",
                await Gateway.FailedStart.With([.. await Settings("locking"), $"Recording:Folder={file}"]),
                StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }

    // It looks at the stored carts some time after the start, each look a recorded read: into what is expected to be all of the history.
    private static void WithoutSweep(IServiceCollection services) =>
        services.Remove(services.Single(service => service.ImplementationType == typeof(AbandonmentSweep)));

    private async Task<string[]> Settings(string protocol) =>
    [
        $"Protocol={protocol}", "Recording=full", "PaymentProvider:Latency=00:00:00.001",
        "Storage=postgres", $"Postgres={await postgres.CreateDatabase()}",
    ];
}

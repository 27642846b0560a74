using System.Diagnostics.Metrics;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Results;
using Marketplace.Silo.Settings;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace Marketplace.Silo.Tests.Results;

/// <summary>The bounds of what is accepted, when many come at once.</summary>
public sealed class AcceptedTransactionsTests : IDisposable
{
    private static readonly TransactionMark Mark = new(0, "", TransactionType.PriceUpdate, 0, MarkStatus.Success, "product", MarkOutcome.Committed);

    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();

    public void Dispose() => _services.Dispose();

    [Fact(Timeout = 60_000)]
    public async Task What_is_accepted_while_the_silo_stops_has_its_mark_when_it_has_stopped()
    {
        for (var round = 0; round < 100; round++)
        {
            var accepted = Accepted(maxInFlight: 1_000);
            var clients = Enumerable.Range(0, 4).Select(_ => Task.Run(() => SendUntilRefused(accepted))).ToList();
            await accepted.Finish(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
            var marks = accepted.Marks.Uncollected;
            Assert.Equal(marks, (await Task.WhenAll(clients)).Sum());
            Assert.Equal((marks, 0), (accepted.Marks.Uncollected, accepted.InFlight));
        }
    }

    [Fact(Timeout = 60_000)]
    public async Task Who_is_refused_takes_no_place_from_others()
    {
        var accepted = Accepted(maxInFlight: 1);
        var end = new TaskCompletionSource();
        await accepted.Accept("UpdatePrice", end.Task, Mark, After);
        var refused = 0;
        var others = Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 2_000; i++)
            {
                await Assert.ThrowsAsync<RequestException>(async () => await accepted.Accept("UpdatePrice", end.Task, Mark, After));
                Interlocked.Increment(ref refused);
            }
        })));
        var most = Task.Run(() =>
        {
            var most = 0;
            while (!others.IsCompleted)
                most = Math.Max(most, accepted.InFlight);

            return most;
        });
        await others;
        Assert.Equal(1, await most);
        Assert.Equal((8_000, 1), (refused, accepted.InFlight));
        end.SetResult();
        await accepted.Finish(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
        Assert.Equal((1, 0), (accepted.Marks.Uncollected, accepted.InFlight));

        static async Task<TransactionMark> After(Task end, TransactionMark mark)
        {
            await end;
            return mark;
        }
    }

    private static async Task<int> SendUntilRefused(AcceptedTransactions accepted)
    {
        for (var count = 0; ; count++)
        {
            try
            {
                await accepted.Accept("UpdatePrice", 0, Mark, static (_, mark) => Task.FromResult(mark));
            }
            catch (RequestException)
            {
                return count;
            }
        }
    }

    private AcceptedTransactions Accepted(int maxInFlight) => new(
        new ResultsSettings(SettingsReader.Of(("Results", "egress"), ("Results:MaxInFlight", $"{maxInFlight}"), ("Results:MaxUncollected", "10000"))),
        new EntryOptions(LegacySessions: false, DrainTimeout: TimeSpan.FromSeconds(10)),
        TimeProvider.System,
        _services.GetRequiredService<IMeterFactory>(),
        NullLogger<AcceptedTransactions>.Instance);
}

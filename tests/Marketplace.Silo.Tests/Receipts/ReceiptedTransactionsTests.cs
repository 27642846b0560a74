using System.Diagnostics.Metrics;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Receipts;
using Marketplace.Silo.Settings;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace Marketplace.Silo.Tests.Receipts;

/// <summary>The bounds of what is accepted, when many come at once.</summary>
public sealed class ReceiptedTransactionsTests : IDisposable
{
    private static readonly Receipt Receipt = new(0, "", TransactionType.PriceUpdate, 0, ReceiptStatus.Success, "product", ReceiptOutcome.Committed);

    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();

    public void Dispose() => _services.Dispose();

    [Fact(Timeout = 60_000)]
    public async Task What_is_accepted_while_the_silo_stops_has_its_receipt_when_it_has_stopped()
    {
        for (var round = 0; round < 100; round++)
        {
            var accepted = Accepted(maxInFlight: 1_000);
            var clients = Enumerable.Range(0, 4).Select(_ => Task.Run(() => SendUntilRefused(accepted))).ToList();
            await accepted.Finish(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
            var receipts = accepted.Receipts.Uncollected;
            Assert.Equal(receipts, (await Task.WhenAll(clients)).Sum());
            Assert.Equal((receipts, 0), (accepted.Receipts.Uncollected, accepted.InFlight));
        }
    }

    [Fact(Timeout = 60_000)]
    public async Task Who_is_refused_takes_no_place_from_others()
    {
        var accepted = Accepted(maxInFlight: 1);
        var end = new TaskCompletionSource();
        await accepted.Accept("UpdatePrice", end.Task, Receipt, After);
        var refused = 0;
        var others = Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 2_000; i++)
            {
                await Assert.ThrowsAsync<RequestException>(async () => await accepted.Accept("UpdatePrice", end.Task, Receipt, After));
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
        Assert.Equal((1, 0), (accepted.Receipts.Uncollected, accepted.InFlight));

        static async Task<Receipt> After(Task end, Receipt receipt)
        {
            await end;
            return receipt;
        }
    }

    private static async Task<int> SendUntilRefused(ReceiptedTransactions accepted)
    {
        for (var count = 0; ; count++)
        {
            try
            {
                await accepted.Accept("UpdatePrice", 0, Receipt, static (_, receipt) => Task.FromResult(receipt));
            }
            catch (RequestException)
            {
                return count;
            }
        }
    }

    private ReceiptedTransactions Accepted(int maxInFlight) => new(
        new ReceiptSettings(SettingsReader.Of(("Results", "egress"), ("Results:MaxInFlight", $"{maxInFlight}"), ("Results:MaxUncollected", "10000"))),
        new EntryOptions(LegacySessions: false, DrainTimeout: TimeSpan.FromSeconds(10)),
        TimeProvider.System,
        _services.GetRequiredService<IMeterFactory>(),
        NullLogger<ReceiptedTransactions>.Instance);
}

using System.Text.Json;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Protocols;
using Marketplace.Silo.Tests.Entry;
using Marketplace.Silo.Tests.Gateway;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Recording;

/// <summary>A silo that records, and what it recorded.</summary>
internal sealed class RecordedRun(RunningSilo silo) : IAsyncDisposable
{
    private const int Workers = 8;

    public RunningSilo Silo => silo;

    public Silo.Entry Entry => silo.App.Services.GetRequiredService<Silo.Entry>();

    public static async Task<RecordedRun> Start(params string[] settings) => new(await RunningSilo.StartWithData(settings));

    /// <summary>Starts a silo whose grains leave now and then.</summary>
    public static async Task<RecordedRun> Start(LeavingGrains leaving, params string[] settings)
    {
        var silo = await RunningSilo.Start(services => services.AddSingleton<IIncomingGrainCallFilter>(leaving), settings);
        await silo.Ingest();
        return new RecordedRun(silo);
    }

    /// <summary>Workers that check out carts of few hot products, update prices, replace products, deliver and look, all at once.</summary>
    public Task Load(int rounds) => Task.WhenAll(Enumerable.Range(0, Workers).Select(worker => Task.Run(async () =>
    {
        var random = new Random(worker);
        for (var round = 0; round < rounds; round++)
        {
            var tid = $"w-{(worker * rounds) + round + 1}";
            try
            {
                await Operate(worker + 1, tid, random);
            }
            catch (TransactionAbortedException)
            {
                // Rolled back.
            }
        }
    })));

    /// <summary>What was recorded.</summary>
    public async Task<List<TransactionExport>> History()
    {
        var text = await silo.Client.GetStringAsync("/audit/history", TestContext.Current.CancellationToken);
        return [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonSerializer.Deserialize(line, EntityJson.Default.TransactionExport)!)];
    }

    public ValueTask DisposeAsync() => silo.DisposeAsync();

    private async Task Operate(int customer, string tid, Random random)
    {
        var (seller, product) = (random.Next(1, 3), random.Next(1, 3));
        switch (random.Next(10))
        {
            case < 6:
                for (var other = 1; other <= 2; other++)
                {
                    await Entry.AddItem(customer, Records.Line(other, random.Next(1, 3)));
                }

                await Entry.Checkout(Records.Checkout(customer, tid));
                break;
            case < 8:
                await Entry.UpdateDelivery(tid);
                break;
            case 8:
                await Entry.UpdatePrice(new PriceUpdate(seller, product, 9.5m, tid, null));
                break;
            default:
                await Entry.Dashboard(seller, tid);
                break;
        }
    }
}

using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Protocols;
using Marketplace.Silo.Tests.Entry;
using Marketplace.Silo.Tests.Gateway;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Silo.Tests.Delivery;

/// <summary>A silo whose services tell each other of events over calls that fail, and what became of the events.</summary>
internal sealed class EventRun(RunningSilo silo) : IAsyncDisposable
{
    private const int WorkerCount = 4;
    private const int Rounds = 12;

    public RunningSilo Silo => silo;
    private Silo.Entry Entry => silo.Entry;

    public static Task<EventRun> Start(IIncomingGrainCallFilter faults, params string[] settings) => Start(faults, null, settings);

    public static async Task<EventRun> Start(IIncomingGrainCallFilter faults, TimeProvider? machine, params string[] settings)
    {
        var silo = await RunningSilo.Start(
            services => services.AddSingleton(faults),
            machine,
            [.. settings, "Recording=full", "PaymentProvider:DeclineRate=0.2", "Protocol:Retries=100"]);
        await silo.Ingest();
        return new(silo);
    }

    /// <summary>Workers that check out, replace products, leave carts and deliver. Counts what did not come to an end.</summary>
    public Task<int> Load() => Workers.Run(
        WorkerCount,
        Rounds,
        static exception => exception is TransactionAbortedException or TimeoutException,
        (worker, round, random) => Operate(worker, $"e-{round}", random));

    /// <summary>What became of each event.</summary>
    public async Task<List<EventFate>> Fates() =>
    [
        .. (await silo.Export("events", EntityJson.Default.EventExport))
            .GroupBy(record => record.Id)
            .Select(records => new EventFate(
                records.Key,
                Count(records, EventStage.Emitted),
                Count(records, EventStage.Applied),
                Count(records, EventStage.Repeated))),
    ];

    public ValueTask DisposeAsync() => silo.DisposeAsync();

    // Records with one number are one, told twice to be sure.
    private static int Count(IEnumerable<EventExport> records, EventStage stage)
    {
        var numbers = records.Where(record => record.Stage == stage).Select(record => record.Number).ToList();
        return numbers.Count(number => number == 0) + numbers.Where(number => number > 0).Distinct().Count();
    }

    private async Task Operate(int customer, string tid, Random random)
    {
        switch (random.Next(10))
        {
            case < 6:
                await Fill(customer, random);
                await Entry.Checkout(Records.Checkout(customer, tid));
                break;
            case 6:
                await Fill(customer, random);
                await Entry.Seal(customer);
                break;
            case 7:
                // Too late for carts that hold the old version: some checkouts find nothing in stock (E4).
                await Entry.ReplaceProduct(Records.Product(random.Next(1, 3), random.Next(1, 3), version: tid));
                break;
            default:
                await Entry.UpdateDelivery(tid);
                break;
        }
    }

    private async Task Fill(int customer, Random random)
    {
        for (var seller = 1; seller <= 2; seller++)
        {
            var product = random.Next(1, 3);
            var version = (await Entry.GetProduct(seller, product)).Value!.Version;
            await Entry.AddItem(customer, Records.Line(seller, product, version: version));
        }
    }
}

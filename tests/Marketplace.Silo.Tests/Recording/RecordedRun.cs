using System.Globalization;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Protocols;
using Marketplace.Silo.Tests.Entry;
using Marketplace.Silo.Tests.Gateway;

namespace Marketplace.Silo.Tests.Recording;

/// <summary>A silo that records, and what it recorded.</summary>
internal sealed class RecordedRun(RunningSilo silo) : IAsyncDisposable
{
    private const int WorkerCount = 8;

    public RunningSilo Silo => silo;
    public Silo.Entry Entry => silo.Entry;

    public static async Task<RecordedRun> Start(params string[] settings) => new(await RunningSilo.StartWithData(settings));

    /// <summary>Starts a silo whose grains leave now and then.</summary>
    public static async Task<RecordedRun> Start(LeavingGrains leaving, params string[] settings) =>
        new(await RunningSilo.StartWithData(leaving, settings));

    /// <summary>Workers that check out carts of few hot products, update prices, replace products, deliver and look, all at once.</summary>
    public Task Load(int rounds) => Workers.Run(
        WorkerCount,
        rounds,
        static exception => exception is TransactionAbortedException,
        (worker, round, random) => Operate(worker, $"w-{round}", random));

    /// <summary>What was recorded.</summary>
    public Task<List<TransactionExport>> History() => silo.Export("history", EntityJson.Default.TransactionExport);

    /// <summary>In which version each object is stored.</summary>
    public async Task<IEnumerable<string>> Versions() =>
        (await silo.Export("versions", EntityJson.Default.VersionExport)).Select(static last => last.Version).Order(StringComparer.Ordinal);

    /// <summary>The last version of each object that is recorded as made.</summary>
    public static IEnumerable<string> LastMade(IEnumerable<TransactionExport> history) => history
        .SelectMany(static attempt => attempt.Writes ?? [])
        .Select(static name => (Object: name[..name.IndexOf('@')], Version: int.Parse(name[(name.IndexOf('@') + 1)..], CultureInfo.InvariantCulture)))
        .GroupBy(static made => made.Object, static made => made.Version)
        .Select(static made => $"{made.Key}@{made.Max()}")
        .Order(StringComparer.Ordinal);

    public ValueTask DisposeAsync() => silo.DisposeAsync();

    /// <summary>Does something of what the load is made of.</summary>
    public async Task Operate(int customer, string tid, Random random)
    {
        var (seller, product) = (random.Next(1, 3), random.Next(1, 3));
        switch (random.Next(10))
        {
            case < 6:
                for (var other = 1; other <= 2; other++)
                    await Entry.AddItem(customer, Records.Line(other, random.Next(1, 3)));

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

using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage.Memory;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Settings;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace Marketplace.Silo.Tests.Entry;

/// <summary>The whole system without HTTP, with a few customers, sellers, products and stock items.</summary>
internal sealed class EntryWorld : IAsyncDisposable
{
    public const int Customers = 20;
    public const int Sellers = 15;
    public const int ProductsPerSeller = 3;

    private readonly IHost _host;
    private readonly string _folder = Directory.CreateTempSubdirectory("entry-test-").FullName;

    private EntryWorld(EntryWorldOptions options)
    {
        var builder = Host.CreateEmptyApplicationBuilder(null);
        var engine = options.Protocol == ProtocolList.OrleansTransactions
            ? TestEngines.Of(EngineSettings.Orleans, EngineSettings.Messages)
            : options.Engine;
        var (alone, shared) = (new ClusterSettings(SettingsReader.Of()), new PlacementSettings(SettingsReader.Of()));
        builder.Services.AddEngine(engine, TimeSpan.FromSeconds(30), alone, shared);
        builder.Services
            .AddSingleton(options.Time)
            .AddMemoryStorage()
            .AddSpoolArchive(_folder)
            .AddProtocol(options.Protocol, new ProtocolOptions())
            .AddSingleton(new CartOptions(ItemsMax: 10, CheckoutLease: TimeSpan.FromMinutes(1), AbandonmentWindow: TimeSpan.FromMinutes(10)))
            .AddSingleton(new ShipmentPartitions(options.Partitions))
            .AddSingleton(options.Provider)
            .AddMarketplaceGrains()
            .AddRecording(options.Recording, _folder)
            .AddEntry(new EntryOptions(options.LegacySessions, TimeSpan.FromSeconds(10)));
        if (options.Filter is { } filter)
            builder.Services.AddSingleton(filter);

        if (options.Replication is { } replicate)
            replicate(builder.Services);
        else if (options.Replicate)
            builder.Services.AddEventualStreams();
        else
            builder.Services.AddNoReplication();

        builder.Services.AsOneOfMany().AddStreams(engine);
        builder.Services.AddLocalCalls(engine, TimeSpan.FromSeconds(30), alone, shared);
        _host = builder.Build();
    }

    public Silo.Entry Entry => _host.Services.GetRequiredService<Silo.Entry>();

    public T Part<T>()
        where T : notnull => _host.Services.GetRequiredService<T>();

    public static async Task<EntryWorld> Create(EntryWorldOptions? options = null)
    {
        var world = new EntryWorld(options ?? new EntryWorldOptions());
        await world._host.StartAsync(TestContext.Current.CancellationToken);
        var entry = world.Entry;
        for (var customer = 1; customer <= Customers; customer++)
            await entry.AddCustomer(Records.Customer(customer));

        for (var seller = 1; seller <= Sellers; seller++)
        {
            await entry.AddSeller(Records.Seller(seller));
            for (var product = 1; product <= ProductsPerSeller; product++)
            {
                await entry.AddProduct(Records.Product(seller, product));
                await entry.AddStock(Records.Stock(seller, product, options?.Stock ?? 1000));
            }
        }

        return world;
    }

    /// <summary>Fills the cart of a customer and checks it out.</summary>
    public async Task<Answer<CheckoutAnswer>> Buy(int customer, string tid, params CartItem[] items)
    {
        foreach (var item in items)
            Assert.Null(await Entry.AddItem(customer, item));

        return await Entry.Checkout(Records.Checkout(customer, tid));
    }

    /// <summary>Waits until the only update of a price that the cart of a customer has heard of is this one.</summary>
    public Task UntilCartShows(int customer, decimal price) => Wait.Until(
        $"the cart of {customer} shows {price}",
        async () => (await Entry.GetCart(customer)).Value!.Replicas is [var replica] && replica.Price == price);

    /// <summary>Delivers until nothing is open.</summary>
    public async Task DeliverAll()
    {
        DeliveryAnswer answer;
        do
        {
            answer = await Entry.UpdateDelivery("deliver-all");
        }
        while (answer.Packages > 0);
    }

    /// <summary>Reads an audit export.</summary>
    public async Task<List<T>> Export<T>(string name, JsonTypeInfo<T> typeInfo)
    {
        using var stream = new MemoryStream();
        var writer = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        await Entry.Export(name, KeyFilter.All, writer, TestContext.Current.CancellationToken);
        await writer.CompleteAsync();
        stream.Position = 0;
        var records = new List<T>();
        using var reader = new StreamReader(stream);
        while (await reader.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
            records.Add(JsonSerializer.Deserialize(line, typeInfo)!);

        return records;
    }

    /// <summary>All audit exports of state as they are written, to compare states.</summary>
    public async Task<string> Dump()
    {
        using var stream = new MemoryStream();
        var writer = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        foreach (var name in Entry.ExportNames.Where(static name => name is not ("placement" or "clock")))
        {
            await writer.WriteAsync(System.Text.Encoding.UTF8.GetBytes(name + "\n"), TestContext.Current.CancellationToken);
            await Entry.Export(name, KeyFilter.All, writer, TestContext.Current.CancellationToken);
        }

        await writer.CompleteAsync();
        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }

    public async ValueTask DisposeAsync()
    {
        await _host.StopAsync(TestContext.Current.CancellationToken);
        if (_host is IAsyncDisposable disposable)
            await disposable.DisposeAsync();

        Directory.Delete(_folder, recursive: true);
    }
}

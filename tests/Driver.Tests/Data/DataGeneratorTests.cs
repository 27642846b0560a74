using System.Security.Cryptography;
using Marketplace.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Driver.Data;
using Marketplace.Driver.Scenarios;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Data;

public sealed class DataGeneratorTests
{
    private static readonly DataSettings Settings = new()
    {
        SizeFactor = 0.0255,
        ProductsPerSeller = 10,
        QuantityPerProduct = 7,
        InitialOrdersPerSizeFactor = 40_000,
        Store = "memory",
    };

    [Fact]
    public async Task The_same_seed_gives_the_same_bytes_and_another_seed_others()
    {
        var first = await Hash(Settings, 42);
        Assert.Equal(first, await Hash(Settings, 42));
        Assert.NotEqual(first, await Hash(Settings, 43));
    }

    [Fact]
    public async Task The_bytes_of_a_seed_never_change_from_build_to_build() =>
        Assert.Equal("770A57B26AB8372F", await Hash(Settings, 42));

    [Fact]
    public void Counts_follow_the_size_factor_and_the_last_seller_may_own_fewer()
    {
        var counts = DataSetShape.Of(Settings);
        Assert.Equal(new DataSetCounts(255, 26, 255, 255, 1_020), counts);
        Assert.Equal(10, DataSetShape.ProductsOf(counts, 10, 25));
        Assert.Equal(5, DataSetShape.ProductsOf(counts, 10, 26));

        var generator = new DataGenerator(Settings, 42);
        var last = generator.Product(254);
        Assert.Equal((26, 5, "0", true), (last.SellerId, last.ProductId, last.Version, last.Active));
        var stock = generator.Stock(254);
        Assert.Equal((26, 5, 7, "0"), (stock.SellerId, stock.ProductId, stock.QtyAvailable, stock.Version));
    }

    [Fact]
    public void Entities_are_varied()
    {
        var generator = new DataGenerator(Settings, 42);
        var customers = Enumerable.Range(1, 255).Select(generator.Customer).ToList();
        Assert.True(customers.Select(customer => customer.BirthDate).Distinct().Count() > 200);
        Assert.True(customers.Select(customer => customer.LastName).Distinct().Count() > 100);
        Assert.All(customers, customer => Assert.Matches("^(0[1-9]|1[0-2])[0-9]{2}$", customer.CardExpiration));
        Assert.All(Enumerable.Range(0, 255).Select(generator.Product), product => Assert.InRange(product.Price, 1m, 200m));
    }

    [Fact]
    public void Orders_already_present_are_concluded_spread_evenly_and_add_up()
    {
        var generator = new DataGenerator(Settings, 42);
        var orders = Enumerable.Range(0, generator.Counts.Orders).Select(generator.Order).ToList();
        var byCustomer = orders.GroupBy(order => order.Order.CustomerId).ToList();
        Assert.All(byCustomer, ofOne => Assert.Equal([1, 2, 3, 4], ofOne.Select(order => order.Order.Id)));
        Assert.All(orders, import =>
        {
            var order = import.Order;
            Assert.Equal(OrderStatus.Delivered, order.Status);
            Assert.Equal(ShipmentStatus.Concluded, import.Shipment.Status);
            Assert.InRange(import.Items.Length, 1, 10);
            Assert.Equal(import.Items.Length, import.Items.Select(item => (item.SellerId, item.ProductId)).Distinct().Count());
            Assert.Equal(order.TotalItems - order.TotalIncentive + order.TotalFreight, order.TotalInvoice);
            Assert.Equal(order.TotalInvoice, import.Payments[0].Value);
            Assert.Equal(order.TotalIncentive, import.Payments.Skip(1).Sum(line => line.Value));
            Assert.Equal($"{order.CustomerId}-{order.PurchaseDate:yyyyMMdd}-{order.Id}", order.InvoiceNumber);
            Assert.Equal(order.CountItems, import.Packages.Length);
        });
        Assert.Contains(orders, import => import.Order.TotalIncentive > 0);
        Assert.All(byCustomer, ofOne =>
        {
            var customer = generator.Customer(ofOne.Key);
            Assert.Equal(ofOne.Count(), customer.SuccessPaymentCount);
            Assert.Equal(ofOne.Sum(order => order.Packages.Length), customer.DeliveryCount);
            Assert.Equal(ofOne.Sum(order => order.Order.TotalInvoice), customer.TotalSpent);
        });
    }

    [Fact]
    public async Task A_stored_data_set_holds_the_bytes_of_the_generator_and_knows_what_it_was_made_from()
    {
        using var folder = new TemporaryFolder();
        var generator = new DataGenerator(Settings, 42);
        var stored = new DataFolder(folder.Path, generator, new DataDescription(42, Settings));
        Assert.Throws<ScenarioException>(stored.Verify);
        await stored.Write(new Progress<string>(), TestContext.Current.CancellationToken);

        stored.Verify();
        var generated = new GeneratedData(generator);
        Assert.All(stored.Sets.Zip(generated.Sets), sets => Assert.Equal(generated.Lines(sets.Second), stored.Lines(sets.First)));
        var other = new DataFolder(folder.Path, generator, new DataDescription(43, Settings));
        Assert.Contains("another seed", Assert.Throws<ScenarioException>(other.Verify).Message, StringComparison.Ordinal);
    }

    private static async Task<string> Hash(DataSettings settings, long seed)
    {
        IDataSource source = new GeneratedData(new DataGenerator(settings, seed));
        using var hash = SHA256.Create();
        await using (var stream = new CryptoStream(Stream.Null, hash, CryptoStreamMode.Write))
        {
            foreach (var set in source.Sets)
                await source.Copy(set, stream, TestContext.Current.CancellationToken);
        }

        return Convert.ToHexString(hash.Hash!)[..16];
    }
}

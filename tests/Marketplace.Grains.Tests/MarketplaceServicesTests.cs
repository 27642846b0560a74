using Marketplace.Contracts.Audit;
using Marketplace.Grains.Cart;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Grains.Tests;

public sealed class MarketplaceServicesTests
{
    [Fact]
    public void Every_grain_class_belongs_to_one_of_the_eight_services()
    {
        Assert.Equal(8, MarketplaceServices.Names.Distinct().Count());
        var classes = typeof(ICartGrain).Assembly.GetTypes().Where(type => !type.IsAbstract && typeof(Grain).IsAssignableFrom(type)).ToList();
        Assert.All(classes, type => Assert.NotNull(MarketplaceServices.Of(type)));
        Assert.Equal(MarketplaceServices.Names.Order(), classes.Select(MarketplaceServices.Of).Distinct().Order());
    }

    [Fact]
    public void Grains_and_states_belong_to_the_service_of_their_folder_and_other_types_to_none()
    {
        Assert.Equal("cart", MarketplaceServices.Of(typeof(ICartGrain)));
        Assert.Equal("stock", MarketplaceServices.Of(typeof(StockState)));
        Assert.Null(MarketplaceServices.Of(typeof(MarketplaceServices)));
        Assert.Null(MarketplaceServices.Of(typeof(string)));
    }

    [Fact]
    public void Every_interface_of_grains_is_declared_by_its_service()
    {
        var interfaces = typeof(ICartGrain).Assembly.GetTypes()
            .Where(type => type.IsInterface && typeof(IServiceGrain).IsAssignableFrom(type) && MarketplaceServices.Of(type) is not null);
        Assert.Equal(interfaces.Order(ByName), MarketplaceServices.Kinds.Select(kind => kind.Grain).Order(ByName));
        Assert.All(MarketplaceServices.Kinds, kind => Assert.Equal(MarketplaceServices.Of(kind.Grain), kind.Format.Service));
    }

    [Fact]
    public void Kept_histories_and_databases_find_their_grains_again()
    {
        var kinds = MarketplaceServices.Kinds.OrderBy(kind => kind.Number).Select(kind => (kind.Number, kind.Name, kind.Service, kind.GrainType));
        (byte, string, string, string)[] expected =
        [
            (0, "cart", "cart", "cart"), (1, "product", "product", "product"), (2, "stock", "stock", "stock"), (3, "order", "order", "order"),
            (4, "payment", "payment", "payment"), (5, "shipment", "shipment", "shipment"), (6, "customer", "customer", "customer"),
            (7, "seller", "seller", "seller"), (8, "updates", "product", "updatelog"),
        ];
        Assert.Equal(expected, kinds);
        Assert.Equal("updates/7", MarketplaceServices.Named("product").KindOf(Keys.OfLog(7)).NameOf(Keys.OfLog(7)));
        Assert.Equal("stock/3/4", MarketplaceServices.Named("stock").KindOf(Keys.Pair(3, 4)).NameOf(Keys.Pair(3, 4)));
    }

    [Fact]
    public void Grains_have_one_order_of_locks_that_begins_with_the_partitions_of_Shipment()
    {
        var order = MarketplaceServices.Kinds.OrderBy(kind => kind.LockRank).ToList();
        Assert.Equal(order.Count, order.Select(kind => kind.LockRank).Distinct().Count());
        Assert.Equal(
            ["shipment", "cart", "product", "updates", "stock", "order", "payment", "customer", "seller"], order.Select(kind => kind.Name));
    }

    [Fact]
    public void Every_event_has_one_source()
    {
        var services = new ServiceCollection();
        foreach (var service in MarketplaceServices.All)
            service.Register(services);

        var sources = services.AddSingleton(new ShipmentPartitions(4)).BuildServiceProvider().GetServices<EventSource>();
        var kinds = sources.SelectMany(source => source.Kinds);
        Assert.Equal(Enum.GetValues<EventKind>(), kinds.Order());
    }

    private static Comparer<Type> ByName { get; } = Comparer<Type>.Create((one, other) => string.CompareOrdinal(one.FullName, other.FullName));
}

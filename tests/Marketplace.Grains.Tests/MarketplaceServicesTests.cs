using Marketplace.Grains.Cart;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Stock;
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
}

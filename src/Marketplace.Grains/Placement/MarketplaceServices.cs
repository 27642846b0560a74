using System.Collections.Immutable;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;

namespace Marketplace.Grains.Placement;

/// <summary>The eight services (paper section 3.1). A type belongs to the service whose namespace it is in.</summary>
public static class MarketplaceServices
{
    private static readonly ImmutableArray<(string Name, string Namespace)> Table =
    [
        Service("cart", typeof(ICartGrain)),
        Service("product", typeof(IProductGrain)),
        Service("stock", typeof(IStockGrain)),
        Service("order", typeof(IOrderGrain)),
        Service("payment", typeof(IPaymentGrain)),
        Service("shipment", typeof(IShipmentGrain)),
        Service("customer", typeof(ICustomerGrain)),
        Service("seller", typeof(ISellerGrain)),
    ];

    /// <summary>The names of all services: the words of the setting Services, of schedulers, database roles and schemas.</summary>
    public static ImmutableArray<string> Names { get; } = [.. Table.Select(static service => service.Name)];

    /// <summary>The service that a type belongs to.</summary>
    /// <param name="type">A grain class, a grain interface or a state.</param>
    /// <returns>Its name; null for a type of no service.</returns>
    public static string? Of(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        foreach (var (name, place) in Table)
        {
            if (place == type.Namespace)
                return name;
        }

        return null;
    }

    private static (string Name, string Namespace) Service(string name, Type member) => (name, member.Namespace!);
}

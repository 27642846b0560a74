using Marketplace.Silo.Gateway;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public sealed class RouteTests
{
    [Theory]
    [InlineData(Operation.AddItem, "cart")]
    [InlineData(Operation.Checkout, "cart")]
    [InlineData(Operation.UpdatePrice, "product")]
    [InlineData(Operation.Replenish, "stock")]
    [InlineData(Operation.GetOrders, "order")]
    [InlineData(Operation.GetPayment, "payment")]
    [InlineData(Operation.UpdateDelivery, "shipment")]
    [InlineData(Operation.AddCustomer, "customer")]
    [InlineData(Operation.Dashboard, "seller")]
    [InlineData(Operation.ImportProducts, "product")]
    [InlineData(Operation.ImportOrders, "order")]
    [InlineData(Operation.Export, null)]
    [InlineData(Operation.Reset, null)]
    [InlineData(Operation.Cleanup, null)]
    internal void A_request_is_for_the_service_that_owns_what_it_names(Operation operation, string? service) =>
        Assert.Equal(service, RouteTable.All.Single(route => route.Operation == operation).Service);
}

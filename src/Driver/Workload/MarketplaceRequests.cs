using System.Text;
using Marketplace.Audit.History;
using Marketplace.Driver.Data;
using Marketplace.Driver.Http;

namespace Marketplace.Driver.Workload;

/// <summary>Composes the requests of contract §2, without allocation. One worker uses it; the next request overwrites the last.</summary>
internal sealed class MarketplaceRequests(HttpEndpoint endpoint, LoadData data, ProductKeys keys, string run)
{
    private readonly byte[] _run = Encoding.ASCII.GetBytes(run + "-");

    /// <summary>The buffer that each method fills.</summary>
    public RequestBuffer Buffer { get; } = new(endpoint);

    /// <summary>PATCH /cart/{customer}/add.</summary>
    public RequestBuffer AddItem(int customer, int product, in ItemRecord item, long tid)
    {
        Buffer.Begin("PATCH "u8, "/cart/"u8).Append(customer).Append("/add"u8).Name(_run, tid).BeginBody();
        Buffer.Append("{\"SellerId\":"u8).Append(item.SellerId).Append(",\"ProductId\":"u8).Append(item.ProductId);
        Buffer.Append(","u8).Append(data.NameMember(product)).Append(",\"UnitPrice\":"u8).Append(item.UnitPrice);
        Buffer.Append(",\"FreightValue\":"u8).Append(item.FreightValue).Append(",\"Quantity\":"u8).Append(item.Quantity);
        Buffer.Append(",\"Voucher\":"u8).Append(item.Voucher).Append(",\"Version\":\""u8);
        return Version(item.Version).Append("\"}"u8).EndBody();
    }

    /// <summary>POST /cart/{customer}/checkout.</summary>
    public RequestBuffer Checkout(int customer, long tid)
    {
        Buffer.Begin("POST "u8, "/cart/"u8).Append(customer).Append("/checkout"u8).BeginBody();
        Buffer.Append("{"u8).Append(data.CheckoutMembers(customer)).Append(",\"instanceId\":\""u8);
        return Tid(tid).Append("\"}"u8).EndBody();
    }

    /// <summary>PATCH /cart/{customer}/seal.</summary>
    public RequestBuffer Seal(int customer, long tid) =>
        Buffer.Begin("PATCH "u8, "/cart/"u8).Append(customer).Append("/seal"u8).Name(_run, tid).EndWithoutBody();

    /// <summary>PATCH /product.</summary>
    public RequestBuffer PriceUpdate(int product, Offer offer, long tid)
    {
        var (seller, id) = keys.Of(product);
        Buffer.Begin("PATCH "u8, "/product"u8).BeginBody();
        Buffer.Append("{\"sellerId\":"u8).Append(seller).Append(",\"productId\":"u8).Append(id);
        Buffer.Append(",\"price\":"u8).Append(offer.Price).Append(",\"version\":\""u8);
        Version(offer.Version).Append("\",\"instanceId\":\""u8);
        return Tid(tid).Append("\"}"u8).EndBody();
    }

    /// <summary>PUT /product: the replacement's version is the tid.</summary>
    public RequestBuffer ProductDelete(int product, decimal price, long tid)
    {
        var (seller, id) = keys.Of(product);
        Buffer.Begin("PUT "u8, "/product"u8).BeginBody();
        Buffer.Append("{\"seller_id\":"u8).Append(seller).Append(",\"product_id\":"u8).Append(id).Append(","u8);
        Buffer.Append(data.ProductMembers(product)).Append(",\"price\":"u8).Append(price);
        Buffer.Append(",\"freight_value\":"u8).Append(data.Freight(product)).Append(",\"version\":\""u8);
        return Tid(tid).Append("\"}"u8).EndBody();
    }

    /// <summary>PATCH /shipment/{tid}.</summary>
    public RequestBuffer UpdateDelivery(long tid)
    {
        Buffer.Begin("PATCH "u8, "/shipment/"u8);
        return Tid(tid).EndWithoutBody();
    }

    /// <summary>GET /seller/dashboard/{seller}.</summary>
    public RequestBuffer Dashboard(int seller, long tid) =>
        Buffer.Begin("GET "u8, "/seller/dashboard/"u8).Append(seller).Name(_run, tid).EndWithoutBody();

    private RequestBuffer Tid(long number) => Buffer.Append(_run).Append(number);

    private RequestBuffer Version(long number) => number == 0 ? Buffer.Append("0"u8) : Tid(number);
}

/// <summary>A <see cref="SentItem"/> as the load path holds it: with the version as a number, so that nothing is allocated.</summary>
/// <param name="Version">Number of the version (<see cref="RunNames"/>).</param>
internal readonly record struct ItemRecord(
    int SellerId,
    int ProductId,
    long Version,
    decimal UnitPrice,
    decimal FreightValue,
    decimal Voucher,
    int Quantity);

using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Gateway.Import;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>What stands behind the routes: the services, or nothing.</summary>
internal interface IHandlers
{
    /// <summary>False while the system is being reset or cleaned up.</summary>
    bool IsOpen { get; }

    RequestDelegate For(RouteEntry route);
}

/// <summary>The services behind the routes: the gateway is thin over <see cref="Silo.Entry"/>.</summary>
internal sealed class EntryHandlers(
    Entry entry,
    CartHandlers cart,
    ProductHandlers product,
    SellerHandlers seller,
    DataHandlers data,
    ImportHandler import,
    JsonAnswers answers,
    GatewaySettings settings,
    TimeProvider time) : IHandlers
{
    public bool IsOpen => entry.IsOpen;
    public Entry Entry => entry;
    public CartHandlers Cart => cart;
    public ProductHandlers Product => product;
    public SellerHandlers Seller => seller;
    public DataHandlers Data => data;
    public ImportHandler Import => import;
    public JsonAnswers Answers => answers;

    public BodyParser<Product> ReadProduct => utf8 => JsonInput.ReadProduct(utf8, settings.LegacyStatus);

    public RequestDelegate For(RouteEntry route) => route.Handler(this);

    public OrderImport ReadOrderImport(ReadOnlySpan<byte> line) => JsonInput.ReadOrderImport(line, time.GetUtcNow().UtcDateTime);
}

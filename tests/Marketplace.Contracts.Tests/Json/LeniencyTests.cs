using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FsCheck;
using FsCheck.Fluent;
using Marketplace.Contracts.Json;
using Xunit;

namespace Marketplace.Contracts.Tests.Json;

public sealed class LeniencyTests
{
    private delegate T Reader<out T>(ReadOnlySpan<byte> utf8);

    [Fact]
    public void Cart_items() => Holds(samples => samples.CartItem(), RequestJson.Default.CartItem, body => JsonInput.ReadCartItem(body));

    [Fact]
    public void Checkouts() =>
        Holds(samples => samples.CustomerCheckout(), RequestJson.Default.CustomerCheckout, JsonInput.ReadCustomerCheckout);

    [Fact]
    public void Price_updates() => Holds(samples => samples.PriceUpdate(), RequestJson.Default.PriceUpdate, body => JsonInput.ReadPriceUpdate(body));

    [Fact]
    public void Replenishments() =>
        Holds(samples => samples.Replenishment(), RequestJson.Default.Replenishment, JsonInput.ReadReplenishment);

    [Fact]
    public void Products() => Holds(samples => samples.Product(), EntityJson.Default.Product, body => JsonInput.ReadProduct(body));

    [Fact]
    public void Replacements() => Holds(samples => samples.Product(), EntityJson.Default.Product, body => JsonInput.ReadReplacement(body));

    [Fact]
    public void Stock_items() => Holds(samples => samples.StockItem(), EntityJson.Default.StockItem, JsonInput.ReadStockItem);

    [Fact]
    public void Sellers() => Holds(samples => samples.Seller(), EntityJson.Default.Seller, JsonInput.ReadSeller);

    [Fact]
    public void Customers() => Holds(samples => samples.Customer(), EntityJson.Default.Customer, JsonInput.ReadCustomer);

    [Fact]
    public void Pre_populated_orders() =>
        Holds(samples => samples.OrderImport(), EntityJson.Default.OrderImport, body => JsonInput.ReadOrderImport(body, default));

    // What we write is read as it was, by the lenient reader and by the source-generated one, however a client spells it.
    private static void Holds<T>(Func<Samples, T> sample, JsonTypeInfo<T> typeInfo, Reader<T> read) =>
        Check.One(
            Config.QuickThrowOnFailure.WithMaxTest(300).WithReplay(1, 1),
            Prop.ForAll(ArbMap.Default.ArbFor<int>(), seed =>
            {
                var random = new Random(seed);
                var expected = sample(new Samples(random));
                var json = JsonSerializer.Serialize(expected, typeInfo);
                Assert.Equal(json, JsonSerializer.Serialize(JsonSerializer.Deserialize(json, typeInfo)!, typeInfo));
                Assert.Equal(json, JsonSerializer.Serialize(read(Encoding.UTF8.GetBytes(json)), typeInfo));
                var variant = new Variants(random).Rewrite(json);
                Assert.Equal(json, JsonSerializer.Serialize(read(Encoding.UTF8.GetBytes(variant)), typeInfo));
            }));
}

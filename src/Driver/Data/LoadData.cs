using System.Text.Json;
using Marketplace.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Driver.Data;

/// <summary>What the load needs of a data set, as the bytes that go into requests: a checkout or an add formats numbers only.</summary>
internal sealed class LoadData
{
    private const double CreditShare = 0.7;
    private const double DebitShare = 0.9;
    private const int MostInstallments = 12;

    private readonly ByteArena _checkouts;
    private readonly ByteArena _names;
    private readonly ByteArena _texts;
    private readonly decimal[] _prices;
    private readonly decimal[] _freights;

    /// <summary>Takes customers and products from the generator.</summary>
    public LoadData(DataGenerator generator, CancellationToken cancellationToken)
        : this(
            generator,
            Enumerable.Range(1, generator.Counts.Customers).Select(generator.CustomerWithoutOrders),
            Enumerable.Range(0, generator.Counts.Products).Select(generator.Product),
            cancellationToken)
    {
    }

    /// <param name="generator">The generator of the same data set.</param>
    /// <param name="customers">All customers, ascending.</param>
    /// <param name="products">All products, seller by seller.</param>
    public LoadData(
        DataGenerator generator, IEnumerable<Customer> customers, IEnumerable<Product> products, CancellationToken cancellationToken)
    {
        Counts = generator.Counts;
        _checkouts = new ByteArena(Counts.Customers + 1);
        _names = new ByteArena(Counts.Products);
        _texts = new ByteArena(Counts.Products);
        _prices = new decimal[Counts.Products];
        _freights = new decimal[Counts.Products];
        using var buffer = new MemoryStream();
        using var writer = new Utf8JsonWriter(buffer);
        foreach (var customer in customers)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var random = generator.Random(EntityStream.Payment, customer.Id);
            _checkouts.Set(customer.Id, Members(writer, buffer, () => WriteCheckout(writer, customer, random)));
        }

        foreach (var (index, product) in products.Index())
        {
            cancellationToken.ThrowIfCancellationRequested();
            _prices[index] = product.Price;
            _freights[index] = product.FreightValue;
            _names.Set(index, Members(writer, buffer, () => writer.WriteString("ProductName"u8, product.Name)));
            _texts.Set(index, Members(writer, buffer, () => WriteProduct(writer, product)));
        }
    }

    public DataSetCounts Counts { get; }

    /// <summary>Price of each product as ingested.</summary>
    public ReadOnlySpan<decimal> Prices => _prices;

    /// <summary>Freight of a product; it never changes.</summary>
    public decimal Freight(int product) => _freights[product];

    /// <summary>Members of a customer's checkout that are always the same: all but its tid.</summary>
    /// <param name="customer">Customer, from 1.</param>
    public ReadOnlySpan<byte> CheckoutMembers(int customer) => _checkouts[customer];

    /// <summary>The member of a cart item that names the product.</summary>
    public ReadOnlySpan<byte> NameMember(int product) => _names[product];

    /// <summary>Members of a replacement that are those of the product it replaces: all texts.</summary>
    public ReadOnlySpan<byte> ProductMembers(int product) => _texts[product];

    private static ReadOnlySpan<byte> Members(Utf8JsonWriter writer, MemoryStream buffer, Action write)
    {
        buffer.SetLength(0);
        writer.Reset();
        writer.WriteStartObject();
        write();
        writer.WriteEndObject();
        writer.Flush();
        return buffer.GetBuffer().AsSpan(1, (int)buffer.Length - 2);
    }

    private static void WriteCheckout(Utf8JsonWriter writer, Customer customer, WorkloadRandom random)
    {
        var means = random.NextDouble();
        writer.WriteNumber("CustomerId"u8, customer.Id);
        writer.WriteString("FirstName"u8, customer.FirstName);
        writer.WriteString("LastName"u8, customer.LastName);
        writer.WriteString("Street"u8, customer.Address);
        writer.WriteString("Complement"u8, customer.Complement);
        writer.WriteString("City"u8, customer.City);
        writer.WriteString("State"u8, customer.State);
        writer.WriteString("ZipCode"u8, customer.ZipCode);
        writer.WriteString("PaymentType"u8, means < CreditShare ? "CREDIT_CARD" : means < DebitShare ? "DEBIT_CARD" : "BOLETO");
        writer.WriteString("CardNumber"u8, customer.CardNumber);
        writer.WriteString("CardHolderName"u8, customer.CardHolderName);
        writer.WriteString("CardExpiration"u8, customer.CardExpiration);
        writer.WriteString("CardSecurityNumber"u8, customer.CardSecurityNumber);
        writer.WriteString("CardBrand"u8, customer.CardType);
        writer.WriteNumber("Installments"u8, random.Between(1, MostInstallments));
    }

    private static void WriteProduct(Utf8JsonWriter writer, Product product)
    {
        writer.WriteString("name"u8, product.Name);
        writer.WriteString("sku"u8, product.Sku);
        writer.WriteString("category"u8, product.Category);
        writer.WriteString("description"u8, product.Description);
        writer.WriteString("status"u8, product.Status);
    }
}

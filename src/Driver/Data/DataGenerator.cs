using System.Globalization;
using Marketplace.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Data;

/// <summary>
/// Makes the entities of a data set (spec §5), each from the seed and its own id alone: in any order, in parallel, again whenever needed,
/// and always the same. Thread-safe.
/// </summary>
internal sealed class DataGenerator
{
    private const string InitialVersion = "0";

    private readonly DataSettings _settings;
    private readonly long _seed;
    private readonly NamePools _pools;
    private readonly OrderGenerator _orders;

    public DataGenerator(DataSettings settings, long seed)
    {
        _settings = settings;
        _seed = seed;
        _pools = new NamePools(seed);
        Counts = DataSetShape.Of(settings);
        _orders = new OrderGenerator(this, seed);
    }

    public DataSetCounts Counts { get; }

    /// <summary>A customer. Its statistics are those of its orders already present.</summary>
    /// <param name="id">Customer, from 1.</param>
    public Customer Customer(int id)
    {
        var (orders, packages, spent) = _orders.StatisticsOf(id);
        return CustomerWithoutOrders(id) with { SuccessPaymentCount = orders, DeliveryCount = packages, TotalSpent = spent };
    }

    /// <summary>A customer as if there were no orders yet: made in no time, however many there are.</summary>
    /// <param name="id">Customer, from 1.</param>
    public Customer CustomerWithoutOrders(int id)
    {
        var random = Random(EntityStream.Customer, id);
        var first = Pick(_pools.FirstNames, random);
        var last = Pick(_pools.LastNames, random);
        return new Customer(
            id,
            first,
            last,
            Address(random),
            Pick(_pools.Complements, random),
            BirthDate(random),
            Pick(_pools.ZipCodes, random),
            Pick(_pools.Cities, random),
            Pick(_pools.States, random),
            Digits(random, 16),
            Digits(random, 3),
            CardExpiration(random),
            string.Create(CultureInfo.InvariantCulture, $"{first} {last}").ToUpperInvariant(),
            Pick(_pools.CardBrands, random),
            0,
            0,
            0,
            "",
            0,
            0,
            0);
    }

    /// <param name="id">Seller, from 1.</param>
    public Seller Seller(int id)
    {
        var random = Random(EntityStream.Seller, id);
        var company = Pick(_pools.Companies, random);
        return new Seller(
            id,
            company,
            $"{company} Ltd.",
            string.Create(CultureInfo.InvariantCulture, $"sales{id}@marketplace.example"),
            $"+45{Digits(random, 8)}",
            $"+45{Digits(random, 8)}",
            Digits(random, 11),
            Digits(random, 14),
            Address(random),
            Pick(_pools.Complements, random),
            Pick(_pools.Cities, random),
            Pick(_pools.States, random),
            Pick(_pools.ZipCodes, random));
    }

    /// <param name="index">Products are counted through from 0, seller by seller.</param>
    public Product Product(int index)
    {
        var random = Random(EntityStream.Product, index);
        return new Product(
            SellerOf(index),
            ProductOf(index),
            Pick(_pools.Products, random),
            $"{Digits(random, 4)}-{Digits(random, 8)}",
            Pick(_pools.Categories, random),
            Pick(_pools.Descriptions, random),
            Cents(random, 1_00, 200_00),
            Cents(random, 1_00, 20_00),
            "approved",
            InitialVersion);
    }

    public StockItem Stock(int index) =>
        new(SellerOf(index), ProductOf(index), _settings.QuantityPerProduct, 0, 0, 0, "", InitialVersion);

    /// <summary>An order already present.</summary>
    /// <param name="index">From 0.</param>
    public Contracts.Requests.OrderImport Order(int index) => _orders.Order(index);

    /// <summary>An amount of money within a range, in steps of 0.01.</summary>
    internal static decimal Cents(WorkloadRandom random, int lowest, int highest) => random.Between(lowest, highest) / 100m;

    /// <summary>The source of randomness of one entity.</summary>
    internal WorkloadRandom Random(EntityStream stream, long id) => RandomOf(_seed, stream, id);

    /// <summary>The random numbers of one thing of a kind.</summary>
    internal static WorkloadRandom RandomOf(long seed, EntityStream stream, long id) => new(seed, (long)stream << 48 | id);

    private static string Pick(string[] pool, WorkloadRandom random) => pool[random.Below(pool.Length)];

    private static string Digits(WorkloadRandom random, int count) =>
        string.Create(count, random, (digits, source) =>
        {
            for (var i = 0; i < digits.Length; i++)
                digits[i] = (char)('0' + source.Below(10));
        });

    private static string CardExpiration(WorkloadRandom random) =>
        string.Create(CultureInfo.InvariantCulture, $"{random.Between(1, 12):00}{random.Between(28, 34):00}");

    private static string BirthDate(WorkloadRandom random) =>
        new DateOnly(1940, 1, 1).AddDays(random.Below(66 * 365)).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private string Address(WorkloadRandom random) =>
        string.Create(CultureInfo.InvariantCulture, $"{Pick(_pools.Streets, random)} {random.Between(1, 999)}");

    private int SellerOf(int index) => 1 + index / _settings.ProductsPerSeller;

    private int ProductOf(int index) => 1 + index % _settings.ProductsPerSeller;
}

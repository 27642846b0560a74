using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Tests.Json;

/// <summary>Valid records from a seeded source, with awkward texts and amounts among them.</summary>
internal sealed class Samples(Random random)
{
    private static readonly string[] Texts =
    [
        "", "x", "São Paulo", "\"quoted\" \\ back", "line\nbreak\ttab", "日本語", "😀", "a,b;c", new string('y', 300), "_under_score_",
    ];

    private static readonly decimal[] Amounts =
    [
        0m, 0.00m, 1m, 12.709999m, 12.50m, 0.000001m, 999_999_999_999.99m, 1_000_000_000_000_000_000m, 0.1000m,
        12345678901.01234567890123456m, 999_999_999_999_999_999.9999999999m,
    ];

    public CartItem CartItem() =>
        new(Id(), Id(), Text(), Amount(), Amount(), random.Next(1, 1_000_001), Amount(), Version());

    public CustomerCheckout CustomerCheckout() =>
        new(Id(), Text(), Text(), Text(), Text(), Text(), Text(), Text(),
            Pick([PaymentType.CreditCard, PaymentType.Boleto, PaymentType.DebitCard]), Text(), Text(), Text(), Text(), Text(),
            random.Next(0, 25), Version());

    public PriceUpdate PriceUpdate() => new(Id(), Id(), Amount(), Version(), random.Next(2) == 0 ? null : Version());

    public Replenishment Replenishment() => new(Id(), Id(), random.Next(1, 1_000_001));

    public Product Product() =>
        new(Id(), Id(), Text(), Text(), Text(), Text(), Amount(), Amount(), Text(), Version(), random.Next(2) == 0);

    public StockItem StockItem()
    {
        var available = random.Next(0, 1_000_001);
        return new(Id(), Id(), available, random.Next(0, available + 1), Count(), Count(), Text(), Version(), random.Next(2) == 0);
    }

    public Seller Seller() =>
        new(Id(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text());

    public Customer Customer() =>
        new(Id(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Text(), Count(), Count(),
            Count(), Text(), Count(), Count(), Amount());

    public OrderImport OrderImport()
    {
        var (orderId, customerId, lines) = (random.Next(1, 1_000_000_000), Id(), random.Next(1, 5));
        return new OrderImport(
            new Order(orderId, customerId, Text(), Status<OrderStatus>(), Time(), MaybeTime(), MaybeTime(), MaybeTime(), MaybeTime(),
                lines, Time(), Time(), Amount(), Amount(), Amount(), Amount(), Amount()),
            Many(lines, line => new OrderItem(
                orderId, line, Id(), Text(), Id(), Amount(), Time(), Amount(), random.Next(1, 6), Amount(), Amount(), Amount())),
            Many(random.Next(0, 4), step => new OrderHistory(step, orderId, Time(), Status<OrderStatus>())),
            Many(random.Next(1, 4), line => new OrderPayment(
                orderId, line, Status<PaymentType>(), random.Next(0, 12), Amount(), Status<PaymentStatus>())),
            random.Next(2) == 0 ? null : new OrderPaymentCard(orderId, 1, Text(), Text(), Text(), Text()),
            new Shipment(orderId, customerId, lines, Amount(), Time(), Status<ShipmentStatus>(), Text(), Text(), Text(), Text(), Text(),
                Text(), Text()),
            Many(lines, line => new Package(
                random.Next(), orderId, customerId, line, Id(), Id(), Text(), Amount(), Time(), MaybeTime(), random.Next(1, 6),
                Status<PackageStatus>())));
    }

    public SellerDashboard SellerDashboard() =>
        new(new OrderSellerView(Id(), Count(), Count(), Amount(), Amount(), Amount(), Amount(), Amount()),
            Many(random.Next(0, 4), _ => new OrderEntry(
                Id(), Text(), Id(), Id(), Id(), Id(), random.Next(2) == 0 ? null : Id(), Text(), Text(), Amount(), Count(),
                Amount(), Amount(), Amount(), Amount(), Amount(), MaybeTime(), MaybeTime(), Status<OrderStatus>(), Status<PackageStatus>())));

    private static ImmutableArray<T> Many<T>(int count, Func<int, T> make) => [.. Enumerable.Range(1, count).Select(make)];

    private int Id() => random.Next(4) == 0 ? Pick([1, int.MaxValue]) : random.Next(1, int.MaxValue);

    private int Count() => random.Next(0, 1000);

    private string Text() => Pick(Texts);

    private decimal Amount() => Pick(Amounts);

    private string Version() => Pick(["0", "1", "7-12", "10000000001", "v.2", "ünï"]);

    private DateTime Time() => new DateTime(2025, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddTicks(random.NextInt64(TimeSpan.TicksPerDay * 400));

    private DateTime? MaybeTime() => random.Next(2) == 0 ? null : Time();

    private T Status<T>()
        where T : struct, Enum => Pick(Enum.GetValues<T>());

    private T Pick<T>(T[] values) => values[random.Next(values.Length)];
}

using Marketplace.Audit.Deliveries;
using Marketplace.Audit.Facts;
using Marketplace.Audit.Spilling;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class OpenOrdersTests
{
    [Fact]
    public void It_finds_a_skipped_order_exactly_when_looking_at_all_of_them_does()
    {
        var (random, found, missed) = (new Random(7), 0, 0);
        for (var world = 0; world < 300; world++)
        {
            var orders = Enumerable.Range(0, random.Next(1, 40)).Select(i => Order(random, i)).OrderBy(order => order.Opened).ToList();
            using var reader = new PeekingReader<OpenOrderRow>(orders);
            var open = new OpenOrders(reader);
            for (var from = 0; from < 110; from += random.Next(1, 8))
            {
                open.MoveTo(from);
                var until = from + random.Next(0, 12);
                var chosen = orders.Where(_ => random.Next(6) == 0).DistinctBy(o => o.SellerId).ToDictionary(o => o.SellerId, o => o.Age);
                var limit = random.Next(3) == 0 || chosen.Count == 0 ? ShipmentAge.Youngest : chosen.Values.Max();

                var skipped = orders.Where(order => order.Opened <= from && order.Closed >= until
                    && order.Age.CompareTo(chosen.GetValueOrDefault(order.SellerId, limit)) < 0).ToHashSet();
                var first = open.FindSkipped(until, chosen, limit);

                Assert.True(first is { } order ? skipped.Contains(order) : skipped.Count == 0);
                (found, missed) = first is null ? (found, missed + 1) : (found + 1, missed);
            }
        }

        Assert.True(found > 1_000 && missed > 1_000, $"{found} with a skipped order, {missed} without: the worlds are too much alike");
    }

    private static OpenOrderRow Order(Random random, int id)
    {
        var opened = random.Next(100);
        var closed = random.Next(4) == 0 ? long.MaxValue : opened + random.Next(0, 25);
        return new OpenOrderRow(opened, closed, new ShipmentAge(opened - random.Next(3), random.Next(2), id), random.Next(8), 1, id);
    }
}

using Marketplace.Audit.History;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Workload;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Measurement.History;

public sealed class HistoryTests : IDisposable
{
    private static readonly HistoryClock Clock = new(5_000_000_000, new DateTimeOffset(2025, 6, 1, 12, 0, 0, TimeSpan.Zero), 1_000_000_000);

    private readonly TemporaryFolder _folder = new();

    private string Path => _folder.File("history.bin");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Every_kind_of_operation_comes_back_as_it_was_written()
    {
        var head = new OperationHead(7, Clock.Ticks + 10, Clock.Ticks + 30, Clock.Ticks + 1_000_000, OutcomeClass.Committed, 202);
        ItemRecord[] items =
        [
            new(1, 10, 0, 12.70m, 1.1m, 0m, 1),
            new(1000, 3, 44, 79_228_162_514_264_337_593_543_950_335m, 0.0000000000000000000000000001m, 12.709999m, 5),
        ];
        using (var writer = new HistoryWriter(Path, "r1", Clock, workers: 1))
        {
            var buffer = writer.CreateBuffer(3);
            buffer.Checkout(head, CheckoutStage.Requested, 9_999, 2, Clock.Ticks - 5, items, 17, 1234.56m);
            buffer.PriceUpdate(head with { Number = 8, Outcome = OutcomeClass.Rejected, HttpStatus = 409 }, 4, 5, 3, -0.5m, 0);
            buffer.ProductDelete(head with { Number = 9 }, 4, 5, 3, 99.99m, 12);
            buffer.UpdateDelivery(head with { Number = 10 }, 10, 31);
            buffer.Dashboard(head with { Number = 11, Outcome = OutcomeClass.TimedOut, HttpStatus = 0 }, 6, 250, false);
            buffer.Seal(head with { Number = 12 }, SealReason.Abandoned, 8, 1, items.AsSpan(0, 1));
            buffer.Add(head with { Number = 13 }, 8, 2);
            buffer.Flush();
        }

        var reader = new HistoryReader(Path);
        var all = reader.Read().ToList();

        Assert.Equal("r1", reader.Run);
        Assert.Equal(Clock, reader.Clock);
        Assert.Equal(7, all.Count);
        var checkout = Assert.IsType<CheckoutOperation>(all[0]);
        Assert.Equal(("r1-7", 3, head.Planned, head.Sent, head.Completed), Core(checkout));
        Assert.Equal((OutcomeClass.Committed, 202, CheckoutStage.Requested), (checkout.Outcome, checkout.HttpStatus, checkout.Stage));
        Assert.Equal((9_999, 2, Clock.Ticks - 5), (checkout.CustomerId, checkout.Session, checkout.Started));
        Assert.Equal((17, 1234.56m), (checkout.OrderId, checkout.TotalInvoice));
        Assert.Equal(new SentItem(1, 10, "0", 12.70m, 1.1m, 0m, 1), checkout.Items[0]);
        Assert.Equal(new SentItem(1000, 3, "r1-44", items[1].UnitPrice, items[1].FreightValue, 12.709999m, 5), checkout.Items[1]);
        Assert.Equal("12.70", checkout.Items[0].UnitPrice.ToString(System.Globalization.CultureInfo.InvariantCulture));

        var price = Assert.IsType<PriceUpdateOperation>(all[1]);
        Assert.Equal((OutcomeClass.Rejected, 409), (price.Outcome, price.HttpStatus));
        Assert.Equal((4, 5, "r1-3", -0.5m, 0L), (price.SellerId, price.ProductId, price.Version, price.Price, price.Sequence));
        var delete = Assert.IsType<ProductDeleteOperation>(all[2]);
        Assert.Equal((4, 5, "r1-3", "r1-9"), (delete.SellerId, delete.ProductId, delete.OldVersion, delete.NewVersion));
        Assert.Equal((99.99m, 12L), (delete.Price, delete.Sequence));
        var delivery = Assert.IsType<UpdateDeliveryOperation>(all[3]);
        Assert.Equal((10, 31), (delivery.Sellers, delivery.Packages));
        var dashboard = Assert.IsType<DashboardOperation>(all[4]);
        Assert.Equal((6, 250, false), (dashboard.SellerId, dashboard.Entries, dashboard.IsConsistent));
        Assert.Equal(OutcomeClass.TimedOut, dashboard.Outcome);
        var seal = Assert.IsType<SealOperation>(all[5]);
        Assert.Equal((SealReason.Abandoned, 8, 1), (seal.Reason, seal.CustomerId, seal.Session));
        Assert.Equal(checkout.Items[0], Assert.Single(seal.Items));
        var add = Assert.IsType<AddOperation>(all[6]);
        Assert.Equal(("r1-13", 8, 2, head.Completed), (add.Tid, add.CustomerId, add.Session, add.Completed));

        Assert.Equal(["r1-12", "r1-13"], reader.ReadSessions(customer => customer == 8).Select(operation => operation.Tid));
        Assert.Equal(checkout with { Items = [] }, Assert.Single(reader.ReadSessions(customer => customer == 9_999)) is CheckoutOperation again
            ? again with { Items = [] } : null);
    }

    [Fact]
    public async Task Workers_that_write_at_once_lose_nothing_and_keep_their_own_order()
    {
        const int workers = 8, each = 5_000;
        using (var writer = new HistoryWriter(Path, "r", Clock, workers))
        {
            await Task.WhenAll(Enumerable.Range(0, workers).Select(worker => Task.Run(() =>
            {
                var buffer = writer.CreateBuffer(worker);
                for (var i = 0; i < each; i++)
                {
                    var at = Clock.Ticks + i;
                    buffer.UpdateDelivery(new OperationHead(1 + worker + i * workers, at, at, at, OutcomeClass.Committed, 202), i % 11, i);
                }

                buffer.Flush();
            })));
        }

        var next = new int[workers];
        foreach (var operation in new HistoryReader(Path).Read().Cast<UpdateDeliveryOperation>())
        {
            var i = next[operation.Worker]++;
            Assert.Equal($"r-{1 + operation.Worker + i * workers}", operation.Tid);
            Assert.Equal(i, operation.Packages);
        }

        Assert.All(next, count => Assert.Equal(each, count));
    }

    [Fact]
    public void The_longest_record_fits()
    {
        var longest = new ItemRecord(
            int.MaxValue, int.MaxValue, long.MaxValue, decimal.MaxValue, decimal.MaxValue, decimal.MinValue, int.MaxValue);
        using (var writer = new HistoryWriter(Path, "r", Clock, workers: 1_000_000))
        {
            var buffer = writer.CreateBuffer(int.MaxValue);
            var head = new OperationHead(long.MaxValue, Clock.Ticks, Clock.Ticks, Clock.Ticks, OutcomeClass.DriverFault, 999);
            for (var i = 0; i < 5; i++)
            {
                var items = Enumerable.Repeat(longest, RecordFormat.MostItems).ToArray();
                buffer.Checkout(head, CheckoutStage.Requested, int.MaxValue, int.MaxValue, 0, items, int.MaxValue, decimal.MinValue);
            }

            buffer.Flush();
        }

        var all = new HistoryReader(Path).Read().Cast<CheckoutOperation>().ToList();
        Assert.Equal(5, all.Count);
        Assert.All(all, operation => Assert.Equal(decimal.MinValue, operation.Items[^1].Voucher));
    }

    [Fact]
    public void A_file_cut_short_says_so()
    {
        using (var writer = new HistoryWriter(Path, "r", Clock, workers: 1))
        {
            var buffer = writer.CreateBuffer(0);
            buffer.UpdateDelivery(new OperationHead(1, Clock.Ticks, Clock.Ticks, Clock.Ticks, OutcomeClass.Committed, 202), 1, 1);
            buffer.Flush();
        }

        using (var file = File.OpenWrite(Path))
            file.SetLength(file.Length - 1);

        var error = Assert.Throws<InvalidDataException>(() => new HistoryReader(Path).Read().Count());
        Assert.Contains("ends within a record", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_is_no_history_says_so()
    {
        File.WriteAllText(Path, "{}");
        Assert.Throws<InvalidDataException>(() => new HistoryReader(Path));
    }

    [Fact]
    public void The_clock_turns_ticks_into_wall_time() =>
        Assert.Equal(Clock.Utc.AddSeconds(2), Clock.ToUtc(Clock.Ticks + 2 * Clock.Frequency));

    private static (string Tid, int Worker, long Planned, long Sent, long Completed) Core(Operation operation) =>
        (operation.Tid, operation.Worker, operation.Planned, operation.Sent, operation.Completed);
}

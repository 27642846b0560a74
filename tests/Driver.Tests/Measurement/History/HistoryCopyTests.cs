using Marketplace.Audit.History;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Workload;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Measurement.History;

public sealed class HistoryCopyTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(5_000_000_000_000)]
    [InlineData(-7)]
    public void A_copy_has_the_same_operations_at_the_times_of_another_clock(long shift)
    {
        var from = Clock(1_000_000);
        var to = Clock(400);
        using (var writer = new HistoryWriter(_folder.File("from"), "run", from, 1))
        {
            var buffer = writer.CreateBuffer(3);
            for (var number = 1; number <= 5_000; number++)
            {
                var planned = 1_000_000 + number * 10;
                var head = new OperationHead(number, planned, planned + number, planned + 2 * number, OutcomeClass.Committed, 200);
                buffer.PriceUpdate(in head, 2, 7, number, 1.25m * number, 9);
                buffer.Seal(in head, SealReason.Abandoned, 5, number, [new ItemRecord(1, 2, 3, 4.5m, 0.1m, 0, 2)]);
            }

            buffer.Flush();
        }

        using (var writer = new HistoryWriter(_folder.File("to"), "run", to, 1))
            new HistoryReader(_folder.File("from")).CopyTo(writer, shift);

        var expected = new HistoryReader(_folder.File("from")).Read().Select(operation => (
            operation.Tid, operation.Worker, operation.Planned + shift, operation.Sent + shift, operation.Completed + shift, Rest(operation)));
        var copied = new HistoryReader(_folder.File("to")).Read().Select(operation => (
            operation.Tid, operation.Worker, operation.Planned, operation.Sent, operation.Completed, Rest(operation)));
        Assert.Equal(expected, copied);
    }

    private static string Rest(Operation operation) => operation switch
    {
        PriceUpdateOperation update => $"{update.SellerId} {update.ProductId} {update.Version} {update.Price} {update.Sequence}",
        SealOperation seal => $"{seal.Session} {seal.Items.Single()}",
        _ => "",
    };

    private static HistoryClock Clock(long ticks) => new(ticks, DateTimeOffset.UnixEpoch, 1_000_000_000);
}

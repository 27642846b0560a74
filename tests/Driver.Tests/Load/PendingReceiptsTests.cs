using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Load.Receipts;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

/// <summary>What waits for receipts, and what was given up.</summary>
public sealed class PendingReceiptsTests : IDisposable
{
    private const int Count = 20_000;

    private readonly PendingReceipts _receipts = new(new FakeTimeProvider(), TimeSpan.FromSeconds(2));

    public void Dispose() => _receipts.Dispose();

    [Fact]
    public void What_sweeps_give_up_at_the_same_time_is_owed_once_and_late_when_it_comes()
    {
        for (var number = 1; number <= Count; number++)
            _receipts.Expect(number, new PendingReceipt());

        Parallel.For(0, 4, new ParallelOptions { MaxDegreeOfParallelism = 4 }, _ => _receipts.ExpireAll());
        Assert.Equal(new ReceiptFigures(0, Count, 0, 0, 0), _receipts.Figures);

        for (var number = 1; number <= Count; number++)
            _receipts.Receive(number, new Receipt { Outcome = OutcomeClass.Committed }, arrived: 1);
        Assert.Equal(new ReceiptFigures(0, 0, Count, 0, 0), _receipts.Figures);
    }
}

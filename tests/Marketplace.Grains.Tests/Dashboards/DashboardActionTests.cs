using Marketplace.Contracts.Audit;
using Marketplace.Grains.Dashboards;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Xunit;

namespace Marketplace.Grains.Tests.Dashboards;

public sealed class DashboardActionTests
{
    private static readonly DashboardChange Issued = new(DashboardChangeKind.Issued, 4, 7, 3, []);
    private static readonly DashboardChange Paid = Issued with { Kind = DashboardChangeKind.Changed };
    private static readonly TransactionContext Transaction = new("t", TransactionKind.Checkout, new TransactionId(0, 1));

    private readonly ShownChanges _table = new();

    [Fact]
    public async Task What_a_transaction_does_by_several_events_is_shown_as_one()
    {
        // Each call that delivers an event has a context of its own.
        var action = new DashboardAction(_table, Delivering(EventKind.InvoiceIssued), Issued);
        Assert.True(action.TryAdd(Delivering(EventKind.PaymentConfirmed), Paid));
        await action.OnCommit();
        Assert.Equal([Issued, Paid], Assert.Single(_table.Taken));
    }

    [Fact]
    public async Task What_another_transaction_does_or_the_same_one_once_it_has_left_is_shown_by_itself()
    {
        var action = new DashboardAction(_table, Transaction, Issued);
        Assert.False(action.TryAdd(Transaction with { Id = new TransactionId(0, 2) }, Paid));
        await action.OnCommit();
        Assert.False(action.TryAdd(Transaction, Paid));
        Assert.Equal([Issued], Assert.Single(_table.Taken));
    }

    [Fact]
    public void Without_a_protocol_each_change_is_shown_by_itself()
    {
        var nameless = Transaction with { Id = default };
        Assert.False(new DashboardAction(_table, nameless, Issued).TryAdd(nameless, Paid));
    }

    private static TransactionContext Delivering(EventKind kind) =>
        Transaction with { Event = new EventStamp(new EventId(kind, 7, 3, 0, EventConsumer.Seller, 4), Sent: 1, Attempt: 1) };

    private sealed class ShownChanges : IDashboardTable
    {
        public List<IReadOnlyList<DashboardChange>> Taken { get; } = [];
        public bool IsKept => true;
        public bool IsShared => false;

        public void Show(IReadOnlyList<DashboardChange> changes) => Taken.Add(changes);

        public bool Show(AtomicWrite write, IReadOnlyList<DashboardChange> changes) => false;

        public Task Written() => Task.CompletedTask;

        public Task<long> Shown() => Task.FromResult(0L);

        public Task Filled() => Task.CompletedTask;

        public Task Forget(bool ingestedToo) => Task.CompletedTask;
    }
}

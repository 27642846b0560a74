using Marketplace.Contracts.Audit;
using Marketplace.Grains;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Order;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Services;
using Marketplace.Protocols.Storage.Rows;
using Marketplace.Storage.Postgres.Formats;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Formats;

/// <summary>A saga's step that was stored, read beside a state that others have changed since.</summary>
public sealed class StepRecordTests
{
    [Fact]
    public void Sums_take_back_what_the_step_added()
    {
        var before = new CustomerState { SuccessPayments = 1, TotalSpent = 10.50m };
        var after = new CustomerState { SuccessPayments = 2, TotalSpent = 30.75m };
        var now = new CustomerState { SuccessPayments = 5, TotalSpent = 100m, Deliveries = 3 };
        var format = FormatOf<ICustomerGrain, CustomerState>();
        var step = StepRecord.Read(format, StepRecord.Write(format, before, after, []), now);
        Assert.True(now.CanUndo(step.Before, step.After));
        now.Undo(step.Before, step.After);
        Assert.Equal((4, 79.75m, 3), (now.SuccessPayments, now.TotalSpent, now.Deliveries));
    }

    [Fact]
    public void Rows_that_the_step_touched_go_back_and_others_stay()
    {
        var before = new OrderState { OrderCount = 2, Open = Rows((1, "one"), (2, "two")) };
        var after = new OrderState { OrderCount = 3, Open = Rows((1, "changed"), (3, "new")) };
        var now = new OrderState { OrderCount = 3, Open = Rows((1, "changed"), (3, "new"), (9, "of others")) };
        var format = FormatOf<IOrderGrain, OrderState>();
        var step = StepRecord.Read(format, StepRecord.Write(format, before, after, []), now);
        Assert.True(now.CanUndo(step.Before, step.After));
        now.Undo(step.Before, step.After);
        Assert.Equal(2, now.OrderCount);
        Assert.Equal([(1, "one"), (2, "two"), (9, "of others")], now.Open.Select(row => (row.Key, row.Value.Tid)));
    }

    [Fact]
    public void What_leaves_with_the_step_is_read_as_it_was_written()
    {
        byte[][] actions = ["{\"number\":1}"u8.ToArray(), "{\"number\":2}"u8.ToArray()];
        var format = FormatOf<ICustomerGrain, CustomerState>();
        Assert.Equal(actions, StepRecord.Read(format, StepRecord.Write(format, new(), new(), actions), new()).Actions);
        Assert.Empty(StepRecord.Read(format, StepRecord.Write(format, new(), new(), []), new()).Actions);
    }

    [Fact]
    public void A_state_is_made_again_of_another_one_and_of_what_differs()
    {
        var before = new OrderState { OrderCount = 2, Open = Rows((1, "one"), (2, "two"), (3, "three")) };
        var (changed, added) = (Rows((1, "changed")).Single().Value, Rows((9, "new")).Single().Value);
        var after = new OrderState { OrderCount = 3, Open = before.Open.SetItem(1, changed).Remove(2).Add(9, added) };
        var format = FormatOf<IOrderGrain, OrderState>();
        var again = StepRecord.ReadDifference(format, before, StepRecord.WriteDifference(format, before, after));
        Assert.Equal(3, again.OrderCount);
        Assert.Equal([(1, "changed"), (3, "three"), (9, "new")], again.Open.Select(row => (row.Key, row.Value.Tid)));
    }

    private static StateFormat<TState> FormatOf<TGrain, TState>()
        where TGrain : IServiceGrain
        where TState : class, IServiceState, new() =>
        ((GrainKind<TGrain, TState>)MarketplaceServices.KindOf(typeof(TGrain))).Format;

    private static RowMap<OrderExport> Rows(params (long Id, string Tid)[] rows) =>
        rows.Aggregate(RowMap<OrderExport>.Empty, (map, row) => map.Add(row.Id, new OrderExport(row.Tid, default, null!, [], [])));
}

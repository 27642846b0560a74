using Marketplace.Contracts.Json;

namespace Marketplace.Grains.Order;

/// <content>Order ids have no gaps, so the last one can be taken back only; an order goes back as a whole.</content>
internal sealed partial class OrderState : ICompensable<OrderState>
{
    public bool CanUndo(OrderState before, OrderState after) =>
        (before.OrderCount == after.OrderCount || OrderCount == after.OrderCount)
        && RowUndo.CanUndo(Open, before.Open, after.Open, EntityJson.Default.OrderExport);

    public void Undo(OrderState before, OrderState after)
    {
        Open = RowUndo.Undo(Open, before.Open, after.Open);
        if (before.OrderCount != after.OrderCount)
            (OrderCount, IngestedCount) = (before.OrderCount, before.IngestedCount);
    }
}

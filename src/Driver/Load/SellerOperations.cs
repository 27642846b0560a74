using System.Runtime.CompilerServices;
using Marketplace.Audit.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load;

/// <summary>Update deliveries and dashboards. One worker uses it.</summary>
internal sealed class SellerOperations(MarketplaceTools tools)
{
    private readonly DashboardFold _fold = new();

    /// <param name="arrival">Its planned arrival in an open loop; null in a closed one.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask Deliver(long? arrival)
    {
        var tid = tools.Context.NextTid();
        var reply = await tools.Transact(tools.Requests.UpdateDelivery(tid), OperationKind.UpdateDelivery, tid);
        var head = reply.Head(tid, arrival);
        tools.Recorder.Transaction(OperationKind.UpdateDelivery, in head);
        var (sellers, packages) = reply.Delivery();
        if (reply.Outcome == OutcomeClass.Committed) tools.Recorder.Delivered(head.Planned, packages);
        tools.History.UpdateDelivery(in head, sellers, packages);
    }

    /// <summary>Reads a dashboard, and checks it against itself.</summary>
    /// <param name="arrival">Its planned arrival in an open loop; null in a closed one.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask ReadDashboard(long? arrival)
    {
        var tid = tools.Context.NextTid();
        var seller = tools.Market.Picker.Seller(tools.Random);
        var reply = await tools.Send(tools.Requests.Dashboard(seller, tid), OperationKind.Dashboard);
        var head = reply.Head(tid, arrival);
        tools.Recorder.Transaction(OperationKind.Dashboard, in head);
        if (!reply.Answer.IsSuccess)
        {
            tools.History.Dashboard(in head, seller, 0, isConsistent: false);
            return;
        }

        var isConsistent = _fold.Check(reply.Answer.Body.Span);
        if (!isConsistent) tools.Market.Witnesses.Add($"{RunNames.Tid(tools.Context.Run, tid)}: seller {seller}: {_fold.Describe()}");
        tools.History.Dashboard(in head, seller, _fold.Entries, isConsistent);
    }
}

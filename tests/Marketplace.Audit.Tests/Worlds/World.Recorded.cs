using System.Collections.Immutable;
using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Tests;

/// <summary>What the silo records of transactions.</summary>
internal sealed partial class World
{
    /// <summary>The silo records every transaction that was answered as committed, with what each of its kind must touch.</summary>
    public void RecordCommitted()
    {
        var versions = new Dictionary<string, int>();
        Recorded = [.. History
            .Where(operation => operation.Outcome is OutcomeClass.Committed or OutcomeClass.PaymentFailed)
            .Select(operation => new TransactionExport(
                operation.Tid,
                Kind(operation.Kind),
                1,
                AttemptOutcome.Committed,
                null,
                [.. Read(operation).Select(name => $"{name}@{versions.GetValueOrDefault(name)}")],
                [.. Written(operation).Distinct().Select(name => $"{name}@{versions[name] = versions.GetValueOrDefault(name) + 1}")]))];
        Stored = [.. versions.Select(static last => new VersionExport($"{last.Key}@{last.Value}"))];
    }

    private static string Kind(OperationKind kind) => kind switch
    {
        OperationKind.Checkout => "checkout",
        OperationKind.PriceUpdate => "price-update",
        OperationKind.ProductDelete => "product-delete",
        OperationKind.UpdateDelivery => "update-delivery",
        OperationKind.Dashboard => "dashboard",
        _ => "cart",
    };

    private static IEnumerable<string> Read(Operation operation) =>
        operation is DashboardOperation dashboard ? [$"seller/{dashboard.SellerId}"] : [];

    private static ImmutableArray<string> Written(Operation operation) => operation switch
    {
        CheckoutOperation x =>
        [
            $"cart/{x.CustomerId}", $"order/{x.CustomerId}", $"payment/{x.CustomerId}", $"shipment/{x.CustomerId % 2}", $"customer/{x.CustomerId}",
            .. x.Items.Select(item => $"stock/{item.SellerId}/{item.ProductId}"), .. x.Items.Select(item => $"seller/{item.SellerId}"),
        ],
        PriceUpdateOperation x => [$"product/{x.SellerId}/{x.ProductId}"],
        ProductDeleteOperation x => [$"product/{x.SellerId}/{x.ProductId}", $"stock/{x.SellerId}/{x.ProductId}"],
        UpdateDeliveryOperation { Packages: > 0 } => ["shipment/0", "order/1", "customer/1", "seller/1"],
        SealOperation x => [$"cart/{x.CustomerId}"],
        AddOperation x => [$"cart/{x.CustomerId}"],
        _ => [],
    };
}

using System.Collections.Immutable;

namespace Marketplace.Audit.Graph;

/// <summary>
/// Compares what the driver was answered with what is recorded: each operation that was acknowledged is there, with the accesses that it can't
/// do without.
/// </summary>
internal sealed class Completeness(RecordedHistory recorded, AuditHistory history)
{
    private const int WitnessesMax = 10;

    private static readonly ImmutableArray<string> OfCheckout = ["cart", "stock", "order", "payment", "shipment", "customer", "seller"];
    private static readonly ImmutableArray<string> OfFailedPayment = ["cart", "stock", "order", "payment", "customer", "seller"];
    private static readonly ImmutableArray<string> OfDelivery = ["shipment", "order", "customer", "seller"];

    // A target that takes no transaction ids with these records them without, or not at all.
    private readonly Dictionary<OperationKind, (long Known, long Unknown, string First)> _optional = [];
    private readonly List<string> _witnesses = [];
    private string _first = "";
    private long _missing;

    /// <summary>Operations recorded without an access that they must have.</summary>
    public long Violations { get; private set; }

    /// <summary>The first of them.</summary>
    public IReadOnlyList<string> Witnesses => _witnesses;

    /// <summary>Operations that are not recorded at all: the record has a hole; null if it has none.</summary>
    public string? Hole => _missing == 0
        ? null
        : $"the recorded history has a hole: it lacks {_missing} committed transactions, the first is {_first}";

    /// <summary>Compares.</summary>
    public void Examine()
    {
        foreach (var operation in history.Read())
        {
            if (operation.Outcome == OutcomeClass.Committed || operation is CheckoutOperation { Outcome: OutcomeClass.PaymentFailed })
                Examine(operation, history.NumberOf(operation.Tid));
        }

        foreach (var (known, unknown, first) in _optional.Values)
        {
            if (known > 0 && unknown > 0)
                Miss(first, unknown);
        }
    }

    private void Examine(Operation operation, long number)
    {
        var isKnown = recorded.Knows(number);
        if (operation.Kind is OperationKind.Add or OperationKind.Seal or OperationKind.Dashboard)
        {
            var (known, unknown, first) = _optional.GetValueOrDefault(operation.Kind, (0, 0, operation.Tid));
            _optional[operation.Kind] = isKnown ? (known + 1, unknown, first) : (known, unknown + 1, unknown == 0 ? operation.Tid : first);
        }
        else if (!isKnown && operation.Kind != OperationKind.UpdateDelivery)
        {
            Miss(operation.Tid, 1);
        }

        if (isKnown && Lacks(operation, number) is { } access)
        {
            Violations++;
            if (_witnesses.Count < WitnessesMax)
                _witnesses.Add($"{operation.Tid}: {operation.Kind} was answered as {operation.Outcome.Name()}, and is recorded without {access}");
        }
    }

    private void Miss(string tid, long count)
    {
        _first = _missing == 0 ? tid : _first;
        _missing += count;
    }

    // What a cart hears of an update later has its tid, and is none of what was acknowledged.
    private string? Lacks(Operation operation, long number)
    {
        var touched = recorded.TouchedBy(number, isOfCart: operation.Kind is OperationKind.Add or OperationKind.Seal);
        return operation switch
        {
            AddOperation x => Lacks(touched, "cart", touched.Cart == x.CustomerId, x.CustomerId),
            SealOperation x => Lacks(touched, "cart", touched.Cart == x.CustomerId, x.CustomerId),
            PriceUpdateOperation x => LacksProduct(touched, x.SellerId, x.ProductId),
            ProductDeleteOperation x => LacksProduct(touched, x.SellerId, x.ProductId) ?? Lacks(touched, ["stock"]),
            DashboardOperation x => touched.Seller == x.SellerId ? null : $"a read of seller/{x.SellerId}",
            CheckoutOperation { Stage: CheckoutStage.Requested } x => Lacks(touched, "cart", touched.Cart == x.CustomerId, x.CustomerId)
                ?? Lacks(touched, x.Outcome == OutcomeClass.Committed ? OfCheckout : OfFailedPayment),
            UpdateDeliveryOperation { Packages: > 0 } => Lacks(touched, OfDelivery),
            _ => null,
        };
    }

    private static string? LacksProduct(in Touched touched, int seller, int product)
    {
        var key = ((long)seller << 32) | (uint)product;
        return touched.HasWritten("product") && touched.Product == key ? null : $"a write of product/{seller}/{product}";
    }

    private static string? Lacks(in Touched touched, string service, bool isKey, int key) =>
        touched.HasWritten(service) && isKey ? null : $"a write of {service}/{key}";

    private static string? Lacks(in Touched touched, ImmutableArray<string> services)
    {
        foreach (var service in services)
        {
            if (!touched.HasWritten(service))
                return $"a write of a {service}";
        }

        return null;
    }
}

using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Checks;

/// <summary>repl.used: a checkout reconciles its items with what it read, and with nothing else (contract §4, Reconciliation).</summary>
internal sealed class ReplUsed(AuditHistory history) : ReplicationCheck(ReplicationLevel.Eventual), ICustomerCheck
{
    public override string Id => "repl.used";

    public override string Statement =>
        "An item of a checkout has the version and the price that the checkout is recorded to have read of its product. If it read "
        + "nothing, the item has the price that the customer was shown. No item is left out whose version was read as it was shown.";

    protected override string Told => "Examined are items of checkouts after their reconciliation.";

    public void Examine(CustomerFacts customer)
    {
        if (!IsOpen)
            return;
        foreach (var checkout in customer.Checkouts.Values.Where(checkout => checkout.Reads.Count > 0 && !history.IsForeign(checkout.Tid)))
        {
            var problems = new List<string>();
            if (checkout is { Attempts: [var attempt], Reads: [var read] })
                Compare(checkout, attempt, read, problems);
            else
                problems.Add($"{checkout.Attempts.Count} attempts ended, and {checkout.Reads.Count} have recorded what they read");
            Findings.Violate($"{checkout.Tid} (customer {customer.Id})", problems);
        }
    }

    private void Compare(CheckoutFacts checkout, AttemptExport attempt, ReplicaReadExport read, List<string> problems)
    {
        var known = read.Products.ToDictionary(product => new ProductKey(product.Seller, product.Product));
        var kept = new HashSet<ProductKey>();
        foreach (var item in attempt.Items)
        {
            Findings.Examine();
            var key = new ProductKey(item.SellerId, item.ProductId);
            kept.Add(key);
            if (known.TryGetValue(key, out var product))
            {
                if ((item.Version, item.UnitPrice) != (product.Version, product.Price))
                    problems.Add($"took {key} as version {item.Version} at {item.UnitPrice}, and had read {Version(product)} at {product.Price}");
            }
            else if (Shown(checkout, key) is { } shown && item.UnitPrice != shown.UnitPrice)
            {
                problems.Add($"took {key} at {item.UnitPrice}, and had read nothing of it; shown was {shown.UnitPrice}");
            }
        }

        foreach (var (key, product) in known)
        {
            if (!kept.Contains(key) && Shown(checkout, key) is { } shown && shown.Version == product.Version)
                problems.Add($"left {key} out, and had read {Version(product)}, which was shown");
        }
    }

    private static string Version(ReplicaReadProduct product) => product.Version is { } version ? $"version {version}" : "no version";

    private static SentItem? Shown(CheckoutFacts checkout, ProductKey key) =>
        checkout.Operation is { Stage: CheckoutStage.Requested } sent ? SentAndOrdered.Line(sent, key) : null;
}

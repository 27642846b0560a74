using Marketplace.Audit.Claims;
using Marketplace.Audit.Replication;

namespace Marketplace.Audit.Checks;

/// <summary>repl.final: when nothing more is under way a cart knows of its products what they are (spec §4, replication).</summary>
/// <param name="run">Tells whether carts follow products.</param>
internal sealed class ReplFinal(AuditHistory history, RunFacts run) : ReplicationCheck(ReplicationLevel.Eventual), IProductCheck
{
    public override string Id => "repl.final";

    public override string Statement =>
        "After the drain, what a cart with items knows of a product equals the product. The cart knows of every product whose update "
        + "was sent after the last item was in the cart.";

    protected override string Told => "Examined are products in carts that were not checked out: the driver leaves a few for that." + Late;

    private string Late => run.Deliveries is { Late: > 0 } deliveries
        ? $" Of {deliveries.Followed} products in carts the updates of {deliveries.Late} had not arrived when the silo stopped waiting for them."
        : "";

    /// <summary>What a customer's cart knows of its products at rest.</summary>
    public static IEnumerable<FollowedRow> Followed(CustomerFacts customer, AuditHistory history)
    {
        // While a checkout runs, what arrives may be left out, and after it nothing is made up for. One that was rolled back left no attempt.
        if (customer.Cart is not { Items.IsDefaultOrEmpty: false, CheckoutInFlight: false } cart || customer.LastAdd == 0
            || customer.Checkouts.Values.SelectMany(checkout => checkout.Attempts).Any(attempt => attempt.Reservation.Session == cart.Session)
            || customer.Checkouts.Values.Any(checkout =>
                checkout.Operation is { Stage: CheckoutStage.Requested } asked && asked.Session == customer.LastSession
                && (asked.Outcome == OutcomeClass.Aborted || asked.Outcome.IsUnknown())))
        {
            yield break;
        }

        foreach (var item in cart.Items)
        {
            var replica = cart.Replicas.FirstOrDefault(other => (other.SellerId, other.ProductId) == (item.SellerId, item.ProductId));
            yield return new FollowedRow(
                new ProductKey(item.SellerId, item.ProductId),
                customer.Id,
                replica is not null,
                VersionId.Of(history, replica?.Version),
                replica?.Price ?? 0,
                customer.LastAdd);
        }
    }

    public void Examine(ProductFacts product)
    {
        if (product.Product is not { Product: var entity } export)
            return;
        var version = VersionId.Current(history, entity);
        foreach (var row in product.Replicas(run.Claims.AreProductsFollowed))
        {
            Findings.Examine();
            if (!row.Knows(version, entity.Price))
            {
                Findings.Violate(
                    $"{row.Text(history)}, which is {version.Name(history)} at {entity.Price} since {export.LastTid}");
            }
        }
    }
}

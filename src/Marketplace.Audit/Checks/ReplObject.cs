using Marketplace.Audit.Claims;
using Marketplace.Audit.Replication;

namespace Marketplace.Audit.Checks;

/// <summary>repl.object: of one product a cart never goes back to an older state (spec §4, causal per object).</summary>
internal sealed class ReplObject(AuditHistory history) : ReplicationCheck(ReplicationLevel.CausalPerObject)
{
    public override string Id => "repl.object";

    public override string Statement =>
        "At a customer's cart, no product goes back to an older update, in the order in which updates reached the cart and checkouts "
        + "read them there.";

    /// <summary>Looks at something that was known.</summary>
    /// <param name="before">What was known of the product at that cart just before; null if nothing was.</param>
    public void Examine(in ObservationRow row, ObservationRow? before)
    {
        Findings.Examine();
        if (before is { } earlier && row.Sequence < earlier.Sequence)
        {
            Findings.Violate($"{ReplGenuine.Name(row, history)}: update {row.Sequence} of product {row.Product} after update "
                + $"{earlier.Sequence} (record {earlier.Place})");
        }
    }
}

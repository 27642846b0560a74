using System.Globalization;
using Marketplace.Audit.Claims;
using Marketplace.Audit.Replication;

namespace Marketplace.Audit.Checks;

/// <summary>repl.ryw: a checkout sees what was acknowledged before it was sent (spec §4, read-your-writes).</summary>
internal sealed class ReplReadYourWrites(AuditHistory history) : ReplicationCheck(ReplicationLevel.CausalAcrossObjects)
{
    private long _unjudged;

    public override string Id => "repl.ryw";

    public override string Statement =>
        "If an update of a product was acknowledged before a checkout was sent, the cart knew it at the checkout. If the cart knew "
        + "nothing of the product, the update is what the customer was shown.";

    protected override string? Told => Findings.Examined == 0
        ? null
        : string.Create(CultureInfo.InvariantCulture, $"Examined are products that were checked out; of {Behind} an acknowledged update was ")
            + string.Create(CultureInfo.InvariantCulture, $"missing, of 99 % of all {Missing.Quantile(0.99)} at most, of any {Missing.Max}.")
            + (_unjudged > 0 ? $" {_unjudged} are not judged: what was shown is nothing that the product was." : "");

    /// <summary>Reads that did not know every acknowledged update.</summary>
    public long Behind { get; private set; }

    /// <summary>How many acknowledged updates the reads did not know (a number, not a time).</summary>
    public Histogram Missing { get; } = new();

    /// <summary>Looks at a product of a checkout.</summary>
    /// <param name="sequence">The update that it knew, or that was shown; -1 if it was no state of the product.</param>
    /// <param name="acknowledged">The last update that was acknowledged before the checkout was sent; 0 if there is none.</param>
    /// <param name="missing">Acknowledged updates after the one known.</param>
    public void Examine(in ObservationRow shown, bool isKnown, int sequence, long acknowledged, long missing)
    {
        if (sequence < 0)
        {
            _unjudged++;
            return;
        }

        Findings.Examine();
        Missing.Record(missing);
        if (acknowledged <= sequence)
            return;
        Behind++;
        Findings.Violate($"{RunNames.Tid(history.Run, shown.Number)} (customer {shown.CustomerId}): "
            + (isKnown
                ? $"read update {sequence} of product {shown.Product}"
                : $"knew nothing of product {shown.Product}, which was shown as of update {sequence}")
            + $", though update {acknowledged} was acknowledged before it was sent");
    }
}

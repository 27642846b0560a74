using Marketplace.Audit.Facts;
using Marketplace.Audit.History;

namespace Marketplace.Audit.Checks;

/// <summary>atom.price: a price update took effect, whole, or left nothing.</summary>
internal sealed class AtomPrice(AuditHistory history) : Check, IProductCheck
{
    public override string Id => "atom.price";
    public override string Criterion => "Atomicity";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "A committed price update is in the chain of updates of its product, and the last one is the price of the product. A rejected "
        + "or aborted price update left no trace.";

    public override string Level => Findings.Violations == 0 ? "all-or-nothing" : "none";

    public void Examine(ProductFacts product)
    {
        foreach (var update in product.Updates.Where(update => !update.IsDelete))
        {
            Findings.Examine();
            var tid = RunNames.Tid(history.Run, update.Number);
            if (product.Product is not { } export)
            {
                if (update.Outcome == OutcomeClass.Committed)
                    Findings.Violate($"{tid}: committed, but Product does not know {product.Key}");
                continue;
            }

            var isLast = export.LastTid == tid;
            var done = update.Outcome == OutcomeClass.Committed;
            if (isLast && !done && !update.Outcome.IsUnknown())
            {
                Findings.Violate($"{tid} ({update.Outcome.Name()}): is the last update of product {product.Key}");
            }
            else if (isLast && export.Product.Price != update.Price)
            {
                Findings.Violate($"{tid}: last update of product {product.Key} to {update.Price}, but the price is {export.Product.Price}");
            }
            else if (done && update.Sequence > export.Sequence)
            {
                Findings.Violate($"{tid}: was answered as update {update.Sequence} of product {product.Key}, which has had "
                    + $"{export.Sequence}");
            }
        }
    }
}

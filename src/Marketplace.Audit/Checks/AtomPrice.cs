using Marketplace.Audit.Replication;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Checks;

/// <summary>atom.price: a price update took effect, at Product and at the carts that hold the product, or left nothing.</summary>
/// <param name="run">Tells whether carts follow products.</param>
internal sealed class AtomPrice(AuditHistory history, RunFacts run) : Check, IProductCheck
{
    public override string Id => "atom.price";
    public override string Criterion => "Atomicity";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "A committed price update is in the chain of updates of its product, and the last one is the price of the product, also in the "
        + "carts that follow it. A rejected or aborted price update left no trace, neither at Product nor in a cart.";

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

        if (product.Product is { } current)
            ExamineReplicas(product, current);
    }

    // A cart that knows another price has it from an update that should have left nothing, or lacks the last one.
    private void ExamineReplicas(ProductFacts product, ProductExport export)
    {
        var last = product.Updates.FindLast(update => !update.IsDelete && RunNames.Tid(history.Run, update.Number) == export.LastTid);
        var version = VersionId.Current(history, export.Product);
        foreach (var row in product.Replicas(run.Claims.AreProductsFollowed))
        {
            if (row.Knows(version, export.Product.Price))
                continue;
            var undone = product.Updates.FindLast(update => !update.IsDelete && row.IsKnown && update.Price == row.Price
                && update.Outcome != OutcomeClass.Committed && !update.Outcome.IsUnknown());
            if (undone.Number > 0)
                Findings.Violate($"{RunNames.Tid(history.Run, undone.Number)} ({undone.Outcome.Name()}): {row.Text(history)}");
            else if (last.Number > 0 && run.Claims.AreProductsFollowed)
                Findings.Violate($"{export.LastTid}: last update of product {product.Key} to {last.Price}, but {row.Text(history)}");
        }
    }
}

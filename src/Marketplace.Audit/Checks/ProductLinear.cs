namespace Marketplace.Audit.Checks;

/// <summary>product.linear: the updates of a product's price and version are linearized (S#5).</summary>
/// <param name="run">Tells whether other runs updated the products too.</param>
internal sealed class ProductLinear(AuditHistory history, RunFacts run) : Check, IProductCheck
{
    public override string Id => "product.linear";
    public override string Criterion => "S#5";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "The acknowledged updates of a product form one chain in the order of real time. Each was made on the version before it, and "
        + "the chain ends in the final state of the product.";

    public void Examine(ProductFacts product)
    {
        Findings.Examine(product.Updates.Count);
        if (product.Product is not { } export)
            return;
        var problems = new List<string>();
        var chain = product.Updates.Where(update => update.Outcome == OutcomeClass.Committed).OrderBy(update => update.Sequence).ToList();
        var unknown = product.Updates.Where(update => update.Outcome.IsUnknown()).ToList();

        // A silo that other runs have used is at some place of the chain that this run does not know.
        var isFresh = run.Foreign == 0 && !history.IsForeign(export.LastTid);
        if (isFresh && (export.Sequence < chain.Count || export.Sequence > chain.Count + unknown.Count))
            problems.Add($"{chain.Count} updates were acknowledged and {unknown.Count} are unknown, the product has had {export.Sequence}");
        foreach (var place in chain.GroupBy(update => update.Sequence).Where(place => place.Count() > 1))
            problems.Add($"update {place.Key} is {string.Join(" and ", place.Select(Tid))}");
        ExamineOrder(chain, problems);
        var version = ExamineVersions(chain, unknown, isFresh ? history.NumberOf(export.Ingested.Version) : null, problems);
        if (chain.Count > 0 && chain[^1] is var last && last.Sequence == export.Sequence)
        {
            if (export.LastTid != Tid(last))
                problems.Add($"the last update is {Tid(last)}, Product says {export.LastTid}");
            if (export.Product.Price != last.Price)
                problems.Add($"{Tid(last)} set the price to {last.Price}, it is {export.Product.Price}");
            if (version is { } number && history.NumberOf(export.Product.Version) != number)
            {
                problems.Add($"the chain ends in version {RunNames.Version(history.Run, number)}, the product has "
                    + $"{export.Product.Version}");
            }
        }

        Findings.Violate($"product {product.Key}", problems);
    }

    // An update that was acknowledged before another one was sent comes before it.
    private void ExamineOrder(List<UpdateRow> chain, List<string> problems)
    {
        for (var (i, latest) = (1, 0); i < chain.Count; i++)
        {
            if (chain[i - 1].Sent > chain[latest].Sent)
                latest = i - 1;
            if (chain[i].Completed < chain[latest].Sent)
                problems.Add($"{Tid(chain[i])} was acknowledged before {Tid(chain[latest])} was sent, but comes after it");
        }
    }

    // Follows the version along the chain; null where it is not known.
    private long? ExamineVersions(List<UpdateRow> chain, List<UpdateRow> unknown, long? version, List<string> problems)
    {
        foreach (var update in chain)
        {
            if (!update.IsDelete && version is { } current && update.Version != current
                && !unknown.Exists(other => other.IsDelete && other.Number == update.Version))
            {
                problems.Add($"{Tid(update)} updated version {RunNames.Version(history.Run, update.Version)}, "
                    + $"current was {RunNames.Version(history.Run, current)}");
            }

            version = update.IsDelete ? update.Number : update.Version;
        }

        return unknown.Exists(update => update.IsDelete) && chain is not [.., { IsDelete: true }] ? null : version;
    }

    private string Tid(UpdateRow update) => RunNames.Tid(history.Run, update.Number);
}

using Marketplace.Audit.Claims;
using Marketplace.Audit.Replication;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Checks;

/// <summary>repl.genuine: what a cart knows of a product was once so (spec §4, replication).</summary>
internal sealed class ReplGenuine(AuditHistory history) : ReplicationCheck(ReplicationLevel.Eventual)
{
    public override string Id => "repl.genuine";

    public override string Statement =>
        "Every version and price of a product that reached a cart, or that a checkout read there, is what the product was after the "
        + "update that it names. The recorded updates of a product are numbered 1…n.";

    protected override string Told => "Examined are applies at carts and reads of checkouts.";

    /// <summary>Looks at something that was known.</summary>
    /// <param name="state">What the product was after the update that it names; null if there was no such update.</param>
    public void Examine(in ObservationRow row, SourceRow? state)
    {
        Findings.Examine();
        if (state is not { } real)
        {
            Findings.Violate($"{Name(row, history)}: {Text(row)}, an update that product {row.Product} never had");
        }
        else if ((row.Version, row.Price) != (real.Version, real.Price) || (real.Sequence > 0 && row.SellerSequence != real.SellerSequence))
        {
            Findings.Violate($"{Name(row, history)}: {Text(row)}, but after that update product {row.Product} had {real.Version.Name(history)} "
                + $"at {real.Price}, place {real.SellerSequence} of its seller");
        }
    }

    /// <summary>Looks at the updates of a product.</summary>
    /// <param name="product">What Product says; null if it does not know the product.</param>
    public void Examine(ProductPast past, ProductExport? product)
    {
        var problems = new List<string>();
        problems.AddRange(past.Doubles.Select(sequence => $"update {sequence} is recorded twice"));
        var last = 0;
        foreach (var state in past.States.Where(state => state.Sequence > 0))
        {
            if (state.Sequence != last + 1)
                problems.Add($"updates {last + 1} to {state.Sequence - 1} are not recorded");
            last = state.Sequence;
        }

        if (last > 0 && product is null)
        {
            problems.Add($"{last} updates are recorded, and Product does not know it");
        }
        else if (product is not null && product.Sequence != last)
        {
            problems.Add($"Product counts {product.Sequence} updates, the last one recorded is {last}");
        }
        else if (last > 0 && (past.States[^1] is var end)
            && (VersionId.Current(history, product!.Product), product.Product.Price) != (end.Version, end.Price))
        {
            problems.Add($"the last update recorded left {end.Version.Name(history)} at {end.Price}, Product has "
                + $"{product.Product.Version} at {product.Product.Price}");
        }

        Findings.Violate($"product {past.Key}", problems);
    }

    /// <summary>An update of a product that no service knows.</summary>
    public void Unknown(SourceRow update) =>
        Findings.Violate($"{RunNames.Tid(history.Run, update.Number)}: update {update.Sequence} of product {update.Product}, which does not exist");

    /// <summary>Who knew something, for a person.</summary>
    public static string Name(in ObservationRow row, AuditHistory history) => row.Kind == ObservationKind.Apply
        ? $"the cart of customer {row.CustomerId} (record {row.Place})"
        : $"{RunNames.Tid(history.Run, row.Number)} (customer {row.CustomerId}, record {row.Place})";

    private string Text(in ObservationRow row) =>
        $"{(row.Kind == ObservationKind.Apply ? "applied" : "read")} {row.Version.Name(history)} at {row.Price} as update {row.Sequence}, "
        + $"place {row.SellerSequence} of its seller";
}

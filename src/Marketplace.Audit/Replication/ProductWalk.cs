using Marketplace.Audit.Spilling;

namespace Marketplace.Audit.Replication;

/// <summary>Goes through what was known of one product after the other, customer by customer, in the order of their carts.</summary>
/// <param name="prefixes">Filled with what the reads say of the sellers' updates.</param>
/// <param name="rows">What was known, sorted.</param>
internal sealed class ProductWalk(ReplicationChecks checks, SpillSorter<PrefixRow> prefixes, PeekingReader<ObservationRow> rows)
{
    // Of the customer that it is at: update read, by number of the checkout.
    private readonly Dictionary<long, int> _read = [];

    /// <summary>Goes through what was known of a product.</summary>
    public void Run(ProductPast past, Acknowledgements acknowledged)
    {
        ObservationRow? before = null;
        for (; rows.TryPeek(out var row) && row.Product == past.Key; rows.Next())
        {
            if (before is not { } last || last.CustomerId != row.CustomerId)
            {
                before = null;
                _read.Clear();
            }

            if (row.Kind == ObservationKind.Shown)
                ExamineShown(row, past, acknowledged);
            else
                Examine(row, before, past);
            before = row;
        }
    }

    private void Examine(in ObservationRow row, ObservationRow? before, ProductPast past)
    {
        var isFound = past.TryFind(row.Sequence, out var state, out var next);
        checks.Genuine.Examine(row, isFound ? state : null);
        checks.Object.Examine(row, before);
        if (row.Kind == ObservationKind.Apply)
        {
            if (isFound && state.Sequence > 0)
                checks.Lag.Examine(row, state);
            return;
        }

        if (row.Number > 0)
            _read[row.Number] = row.Sequence;

        // Without places among the seller's updates nothing is said of them.
        if (isFound && (state.Sequence == 0 || state.SellerSequence > 0) && next is not { SellerSequence: 0 })
        {
            prefixes.Add(new PrefixRow(
                row.CustomerId,
                past.Key.SellerId,
                row.Place,
                past.Key.ProductId,
                IsAbsent: false,
                state.SellerSequence,
                next?.SellerSequence ?? long.MaxValue,
                -1,
                row.Number));
        }
    }

    private void ExamineShown(in ObservationRow row, ProductPast past, Acknowledgements acknowledged)
    {
        var isKnown = _read.TryGetValue(row.Number, out var sequence);
        if (!isKnown)
        {
            sequence = past.LastOf(row.Version, row.Price);
            AddAbsent(row, past);
        }

        checks.ReadYourWrites.Examine(
            row, isKnown, sequence, acknowledged.LastBefore(row.Time), acknowledged.Missing(sequence, row.Time));
    }

    // It knew none of the product's updates, so not the first.
    private void AddAbsent(in ObservationRow row, ProductPast past)
    {
        foreach (var first in past.States.SkipWhile(state => state.Sequence == 0).Take(1))
        {
            if (first.SellerSequence > 0)
            {
                prefixes.Add(new PrefixRow(
                    row.CustomerId,
                    past.Key.SellerId,
                    row.Place,
                    past.Key.ProductId,
                    IsAbsent: true,
                    0,
                    first.SellerSequence,
                    -1,
                    row.Number));
            }
        }
    }
}

namespace Marketplace.Audit.Graph;

/// <summary>
/// Transactions of unknown outcome, stored whole, of which a later start did not find a version: what is seen of them after that is not theirs.
/// Another transaction, whose silo was killed before it could record that, made a version of the same number.
/// </summary>
internal sealed class LostTransactions
{
    private readonly HashSet<(int Transaction, byte Service, long Key)> _objects = [];
    private readonly Dictionary<int, byte> _notFoundBy = [];

    /// <summary>Looks for them; linear in the accesses.</summary>
    public LostTransactions(RecordedHistory recorded, CancellationToken cancellationToken) =>
        new VersionWalk(recorded.Sorted(), static _ => true, recorded.IsUnknown)
        {
            AreInTurn = true,
            Lost = (lost, start) =>
            {
                if (!recorded.IsUnknown(lost.Transaction))
                    return;
                _objects.Add((lost.Transaction, lost.Service, lost.Key));
                _notFoundBy[lost.Transaction] = Math.Min(start, _notFoundBy.GetValueOrDefault(lost.Transaction, byte.MaxValue));
            },
        }.Run(cancellationToken);

    /// <summary>Whether the version that one transaction made and another one saw is not the same.</summary>
    public bool IsBySomebodyElse(in AccessRow made, in AccessRow by)
    {
        if (by.Start <= made.Start || !_notFoundBy.TryGetValue(made.Transaction, out var start))
            return false;

        // The start that did not find the one object was killed too, and may have made versions of the others, which a later start sees. What it
        // sees itself was there when it began: then a part of the transaction is lost.
        return by.Start > start || _objects.Contains((made.Transaction, made.Service, made.Key));
    }
}

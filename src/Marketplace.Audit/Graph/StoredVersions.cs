using Marketplace.Audit.Checks;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Spilling;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Graph;

/// <summary>
/// Compares the versions in which the objects are stored with those that are recorded: no version that was made is lost, and none is there that
/// nobody made. Transactions that nobody waits for, as those that seal abandoned carts, may go on meanwhile. So what is stored is read twice: what
/// was so before the record was read has to be in the record, and what is in the record has to be stored after it was read.
/// </summary>
internal sealed class StoredVersions(RecordedHistory recorded, IsoGraph graph) : IDisposable
{
    private readonly SpillSorter<AccessRow> _before = new(AccessRow.Compare);
    private readonly SpillSorter<AccessRow> _after = new(AccessRow.Compare);

    /// <summary>Reads what is stored before the record is read; a silo that has no such export shows no versions.</summary>
    /// <returns>False if there is none.</returns>
    public async Task<bool> LoadBefore(IFactSource facts, CancellationToken cancellationToken)
    {
        if (!await facts.Exists(Export.Versions, cancellationToken))
            return false;
        await Load(_before, facts, cancellationToken);
        return true;
    }

    /// <summary>Reads what is stored now that the record is read.</summary>
    public Task LoadAfter(IFactSource facts, CancellationToken cancellationToken) => Load(_after, facts, cancellationToken);

    /// <summary>Compares.</summary>
    /// <param name="counts">Whether a transaction took effect, or may have.</param>
    /// <param name="killed">Explains what a killed silo could not record.</param>
    public void Examine(Func<int, bool> counts, KilledStarts killed, CancellationToken cancellationToken)
    {
        using var before = new PeekingReader<AccessRow>(_before.Sorted());
        using var after = new PeekingReader<AccessRow>(_after.Sorted());
        using var rows = new PeekingReader<AccessRow>(recorded.Sorted());
        while (rows.TryPeek(out var first))
        {
            cancellationToken.ThrowIfCancellationRequested();
            while (before.TryPeek(out var stray) && Precedes(stray, first))
            {
                Miss(1, stray, last: null, killed);
                before.Next();
            }

            var (last, newest) = LastOf(rows, first, counts, killed);
            var most = newest?.Version ?? 0;
            if (StoredOf(before, first) is { } stored && stored.Version > most)
                Miss(most + 1, stored, newest, killed);
            var version = StoredOf(after, first)?.Version ?? 0;
            if (last is { } made && version < made.Version)
                Lose(made, version);
        }

        for (; before.TryPeek(out var stray); before.Next())
            Miss(1, stray, last: null, killed);
    }

    public void Dispose()
    {
        _before.Dispose();
        _after.Dispose();
    }

    private async Task Load(SpillSorter<AccessRow> rows, IFactSource facts, CancellationToken cancellationToken)
    {
        await foreach (var record in facts.Read(Export.Versions, Partition.All, cancellationToken))
        {
            if (Row(record) is { } row)
                rows.Add(row);
            else
                graph.Findings.Violate($"\"{record.Version}\" is shown as stored, which is no version of an object");
        }
    }

    private static AccessRow? Row(VersionExport record) => ObjectName.TryParse(record.Version, out var service, out var key, out var version)
        ? new AccessRow(key, version, Transaction: 0, service, Unit: 0, IsWrite: true)
        : null;

    // The row of an object; those before it are passed over.
    private static AccessRow? StoredOf(PeekingReader<AccessRow> stored, in AccessRow of)
    {
        while (stored.TryPeek(out var row) && (Precedes(row, of) || row.IsOfObject(of)))
        {
            stored.Next();
            if (row.IsOfObject(of))
                return row;
        }

        return null;
    }

    // The last version that was made for certain, and the last one that may have been.
    private static (AccessRow? Last, AccessRow? Newest) LastOf(
        PeekingReader<AccessRow> rows, AccessRow first, Func<int, bool> counts, KilledStarts killed)
    {
        AccessRow? last = null;
        AccessRow? newest = null;
        for (; rows.TryPeek(out var row) && row.IsOfObject(first); rows.Next())
        {
            if (!row.IsWrite)
                continue;
            newest = row;
            killed.Make(row);
            if (counts(row.Transaction))
                last = row;
        }

        return (last, newest);
    }

    private void Miss(long first, in AccessRow stored, AccessRow? last, KilledStarts killed)
    {
        if (!killed.ExplainsAtEnd(first, last?.Start ?? 0, stored))
            graph.MissingAtEnd(first, stored, recorded);
    }

    private void Lose(in AccessRow made, long stored) => graph.Findings.Violate(
        made.Version - stored,
        [
            $"{ObjectName.Of(made.Service, made.Key)} is stored as @{stored}, though {recorded.NameOf(made.Transaction)} made @{made.Version} "
            + "and took effect",
        ]);

    private static bool Precedes(in AccessRow a, in AccessRow b) => a.Service != b.Service ? a.Service < b.Service : a.Key < b.Key;
}

using Marketplace.Driver.Audit.Checks;
using Marketplace.Driver.Audit.Exports;
using Marketplace.Driver.Audit.Spilling;

namespace Marketplace.Driver.Audit.Graph;

/// <summary>
/// Compares the version in which each object is stored in the end with the last one that is recorded of it: no version that was made is lost, and
/// none is there that nobody made.
/// </summary>
/// <param name="recorded">What is recorded.</param>
/// <param name="graph">Told what is found.</param>
internal sealed class StoredVersions(RecordedHistory recorded, IsoGraph graph) : IDisposable
{
    private readonly SpillSorter<AccessRow> _stored = new(AccessRow.Compare);

    /// <summary>Reads the export; a silo that has none shows no versions.</summary>
    /// <param name="exports">What the silo shows.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>False if there is none.</returns>
    public async Task<bool> LoadAsync(IExports exports, CancellationToken cancellationToken)
    {
        if (!await exports.ExistsAsync(Export.Versions, cancellationToken))
            return false;
        await foreach (var record in exports.ReadAsync(Export.Versions, Partition.All, cancellationToken))
        {
            if (ObjectName.TryParse(record.Version, out var service, out var key, out var version))
                _stored.Add(new AccessRow(key, version, Transaction: 0, service, Unit: 0, IsWrite: true));
            else
                graph.Findings.Violate($"\"{record.Version}\" is shown as stored, which is no version of an object");
        }

        return true;
    }

    /// <summary>Compares.</summary>
    /// <param name="counts">Whether a transaction took effect, or may have.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public void Examine(Func<int, bool> counts, CancellationToken cancellationToken)
    {
        using var stored = new PeekingReader<AccessRow>(_stored.Sorted());
        using var rows = new PeekingReader<AccessRow>(recorded.Sorted());
        while (rows.TryPeek(out var first))
        {
            cancellationToken.ThrowIfCancellationRequested();
            while (stored.TryPeek(out var stray) && Precedes(stray, first))
            {
                graph.MissingAtEnd(1, stray, recorded);
                stored.Next();
            }

            var (last, most) = LastOf(rows, first, counts);
            var version = 0L;
            if (stored.TryPeek(out var row) && row.IsOfObject(first))
            {
                version = row.Version;
                stored.Next();
                if (version > most)
                    graph.MissingAtEnd(most + 1, row, recorded);
            }

            if (last is { } made && version < made.Version)
                Lose(made, version);
        }

        for (; stored.TryPeek(out var stray); stored.Next())
            graph.MissingAtEnd(1, stray, recorded);
    }

    /// <inheritdoc/>
    public void Dispose() => _stored.Dispose();

    // The last version that was made for certain, and the last one that may have been.
    private (AccessRow? Last, long Most) LastOf(PeekingReader<AccessRow> rows, AccessRow first, Func<int, bool> counts)
    {
        AccessRow? last = null;
        var most = 0L;
        for (; rows.TryPeek(out var row) && row.IsOfObject(first); rows.Next())
        {
            if (!row.IsWrite)
                continue;
            most = row.Version;
            if (counts(row.Transaction))
                last = row;
        }

        return (last, most);
    }

    private void Lose(in AccessRow made, long stored) => graph.Findings.Violate(
        made.Version - stored,
        [
            $"{ObjectName.Of(made.Service, made.Key)} is stored as @{stored}, though {recorded.NameOf(made.Transaction)} made @{made.Version} "
            + "and took effect",
        ]);

    private static bool Precedes(in AccessRow a, in AccessRow b) => a.Service != b.Service ? a.Service < b.Service : a.Key < b.Key;
}

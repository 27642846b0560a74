using System.IO.Pipelines;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Recording;

namespace Marketplace.Grains;

/// <summary>Exports the state of each service for the audit: one JSON record a line, finished records first.</summary>
internal sealed class Exports
{
    private readonly IArchive _archive;
    private readonly ISilos _silos;
    private readonly GrainReader _grains;
    private readonly ClusterRecord? _record;
    private readonly SortedDictionary<string, (ArchiveStream? Archived, Export? Live)> _exports = new(StringComparer.Ordinal);

    public Exports(IEnumerable<Export> live, GrainReader grains, IArchive archive, ISilos silos, Journal journal, ClusterRecord? record = null)
    {
        (_grains, _archive, _silos, _record) = (grains, archive, silos, record);
        foreach (var export in live)
            _exports.Add(export.Name, (null, export));

        foreach (var stream in MarketplaceServices.Archives.Where(stream => journal.IsKept || !stream.IsJournal))
            _exports[stream.Name] = (stream, _exports.GetValueOrDefault(stream.Name).Live);
    }

    /// <summary>The names of all exports, in the order of the alphabet.</summary>
    public IReadOnlyCollection<string> Names => _exports.Keys;

    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="filter">Which customers; exports that are not of customers are written whole.</param>
    public async Task Write(string name, KeyFilter filter, PipeWriter output, CancellationToken cancellationToken)
    {
        using var lines = new JsonLines(output, filter, cancellationToken);
        await Write(name, lines);
    }

    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="lines">Takes the records.</param>
    public async Task Write(string name, ExportWriter lines)
    {
        var (archived, live) = _exports[name];
        if (archived is not null)
        {
            if (archived.IsJournal && !_archive.IsShared && _record is not null)
                await _record.RequireAll();

            await WriteArchived(lines, name, archived.IsOfCustomers ? lines.Filter : KeyFilter.All);
        }

        if (live is not null)
            await live.Write(_grains, lines);

        await lines.Flush();
    }

    private async Task WriteArchived(ExportWriter lines, string name, KeyFilter filter)
    {
        var silos = _silos.All;
        if (_archive.IsShared || silos.Length == 1)
        {
            await _archive.Export(name, filter, lines);
            return;
        }

        foreach (var silo in silos)
        {
            for (ArchivePosition? next = default(ArchivePosition); next is { } from;)
            {
                lines.CancellationToken.ThrowIfCancellationRequested();
                var page = await silo.ReadArchive(name, filter, from);
                await lines.WriteLines(page.Lines);
                next = page.Next;
            }
        }
    }
}

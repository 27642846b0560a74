using Marketplace.Grains.Cluster;

namespace Marketplace.Grains.Archiving;

/// <summary>An archive that is one silo's own, so that other silos read it page by page.</summary>
internal interface IOwnArchive : IArchive
{
    /// <summary>Reads some of the records of a kind, in the order in which they were added.</summary>
    /// <exception cref="InvalidOperationException">Records were dropped since the reading began.</exception>
    ValueTask<LinePage> ReadPage(string name, KeyFilter filter, ArchivePosition from);
}

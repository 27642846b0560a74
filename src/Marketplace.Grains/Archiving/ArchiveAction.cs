using Marketplace.Protocols;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Archiving;

/// <summary>A finished record on its way from a grain's state to the archive.</summary>
/// <typeparam name="T">The record.</typeparam>
/// <param name="Archive">Where to.</param>
/// <param name="Stream">Its kind.</param>
/// <param name="Key">What it will be looked up by.</param>
/// <param name="Record">The record.</param>
/// <param name="Origin">Ingested records outlive a reset.</param>
internal sealed record ArchiveAction<T>(IArchive Archive, ArchiveStream<T> Stream, int Key, T Record, ArchiveOrigin Origin) : CommitAction
{
    /// <inheritdoc/>
    public override Task OnCommit()
    {
        var appended = Archive.Append(Stream, Key, Record, Origin);
        return appended.IsCompletedSuccessfully ? Task.CompletedTask : appended.AsTask();
    }

    /// <inheritdoc/>
    public override bool Join(AtomicWrite write) => Archive.Append(write, Stream, Key, Record, Origin);
}

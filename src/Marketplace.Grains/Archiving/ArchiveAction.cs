using Marketplace.Protocols;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Archiving;

/// <summary>A finished record on its way from a grain's state to the archive.</summary>
internal sealed record ArchiveAction<T>(IArchive Archive, ArchiveStream<T> Stream, int Key, T Record, ArchiveOrigin Origin) : CommitAction
{
    public override Task OnCommit()
    {
        var appended = Archive.Append(Stream, Key, Record, Origin);
        return appended.IsCompletedSuccessfully ? Task.CompletedTask : appended.AsTask();
    }

    public override bool Join(AtomicWrite write) => Archive.Append(write, Stream, Key, Record, Origin);
}

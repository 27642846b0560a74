using System.Collections.Immutable;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Archiving;

/// <summary>
/// Finished records on their way to the archive together: they can share a write there, whatever the protocol does with commit actions.
/// </summary>
/// <param name="Records">The records, and what they will be looked up by.</param>
internal sealed record ArchiveBulk<T>(
    IArchive Archive, ArchiveStream<T> Stream, ImmutableArray<(int Key, T Record)> Records, ArchiveOrigin Origin) : CommitAction
{
    private readonly Task?[] _appended = new Task?[Records.Length];

    public override Task OnCommit()
    {
        // When it is let go once more after a failure, those that are there stay out of it.
        for (var i = 0; i < _appended.Length; i++)
        {
            if (_appended[i] is not { IsCompletedSuccessfully: true })
                _appended[i] = Archive.Append(Stream, Records[i].Key, Records[i].Record, Origin).AsTask();
        }

        return Task.WhenAll(_appended!);
    }

    public override bool Join(AtomicWrite write)
    {
        foreach (var (key, record) in Records)
        {
            if (!Archive.Append(write, Stream, key, record, Origin))
                return false;
        }

        return true;
    }
}

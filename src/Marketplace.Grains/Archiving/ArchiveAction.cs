using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Archiving;

/// <summary>A finished record on its way from a grain's state to the archive.</summary>
internal sealed record ArchiveAction<T>(IArchive Archive, ArchiveStream<T> Stream, int Key, T Record) : CommitAction
{
    public override Task OnCommit()
    {
        var appended = Archive.Append(Stream, Key, Record, ArchiveOrigin.Transaction);
        return appended.IsCompletedSuccessfully ? Task.CompletedTask : appended.AsTask();
    }

    public override bool Join(AtomicWrite write) => Archive.Append(write, Stream, Key, Record, ArchiveOrigin.Transaction);
}

internal static class ArchiveActions
{
    /// <summary>Archives a record that a transaction has made, if it commits.</summary>
    /// <param name="key">What it will be looked up by.</param>
    public static Task Archive<TState, TRecord>(
        this IGrainState<TState> state, TransactionContext tx, IArchive archive, ArchiveStream<TRecord> stream, int key, TRecord record)
        where TState : class, new() =>
        state.OnCommit(tx, new ArchiveAction<TRecord>(archive, stream, key, record));
}

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

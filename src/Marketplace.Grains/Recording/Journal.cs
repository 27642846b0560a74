using Marketplace.Grains.Archiving;

namespace Marketplace.Grains.Recording;

/// <summary>
/// Notes single steps, for the audit: what is done to stock items, how far events have come, what replicas learn and show. Kept with the setting
/// Recording full, as a part of the archive (<see cref="ArchiveStream.IsJournal"/>); else nothing is noted.
/// </summary>
internal sealed class Journal(IArchive archive, TimeProvider time, JournalOptions options)
{
    public bool IsKept => options.IsKept;

    /// <summary>Where it is kept.</summary>
    public IArchive Archive => archive;

    public DateTime Now => time.GetUtcNow().UtcDateTime;

    /// <summary>Notes a step, if its transaction commits.</summary>
    /// <returns>When it is in safe keeping.</returns>
    public Task Add<TState, TRecord>(
        IGrainState<TState> state, TransactionContext tx, ArchiveStream<TRecord> stream, int key, TRecord record)
        where TState : class, new() =>
        state.Archive(tx, archive, stream, key, record);
}

internal sealed record JournalOptions(bool IsKept);

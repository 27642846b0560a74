using Marketplace.Protocols.Storage;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>What is emptied at once.</summary>
internal enum Emptied
{
    /// <summary>The finished records that transactions made.</summary>
    FinishedRecords,

    /// <summary>All finished records, ingested ones too.</summary>
    AllFinishedRecords,

    /// <summary>The numbers of the versions of states.</summary>
    VersionNumbers,

    /// <summary>The entries of the dashboards, and what they come to.</summary>
    DashboardEntries,

    /// <summary>The dashboards, and which sellers there are.</summary>
    Dashboards,
}

/// <summary>
/// Empties tables in the order of the writes, with a number of its own: what is written later stays, even if what was sent for this was given up
/// and arrives after it.
/// </summary>
/// <param name="begun">Called when all before it is durable, or failed, and it has not begun itself.</param>
internal sealed class Emptying(Emptied emptied, Action? begun = null) : QueuedWrite
{
    public override bool IsAlone => true;

    /// <summary>Empties tables when everything is stored that came before, and before anything is that comes later.</summary>
    /// <param name="numbersForgotten">Called when numbers of versions are about to be forgotten.</param>
    /// <param name="cancellationToken">Waits no longer; they may be emptied yet.</param>
    /// <exception cref="StorageUnavailableException">It failed.</exception>
    public static async Task Empty(IWriteQueue writer, Emptied emptied, Action numbersForgotten, CancellationToken cancellationToken)
    {
        // Also where it fails: to store a number that is there does no harm.
        var emptying = new Emptying(emptied, emptied == Emptied.VersionNumbers ? numbersForgotten : null);
        writer.Add(emptying);
        await emptying.Done.WaitAsync(cancellationToken);
    }

    public override void Join(Batch batch)
    {
        begun?.Invoke();
        batch.Empty(emptied);
        batch.AddWrite(this);
    }
}

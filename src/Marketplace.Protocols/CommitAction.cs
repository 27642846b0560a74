using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols;

/// <summary>
/// Something that leaves a grain when its transaction commits, and never when it aborts: a finished record for the archive today,
/// a replica update or a log record as those features come.
/// </summary>
public abstract record Emission
{
    /// <summary>Lets it go. Called once, after the commit.</summary>
    /// <returns>When it has left.</returns>
    public abstract Task Release();

    /// <summary>Takes it back, with what was done outside on its account: called once, after an abort.</summary>
    /// <returns>When it is done.</returns>
    public virtual Task Withdraw() => Task.CompletedTask;

    /// <summary>Lets it go into what is written with the commit, if the storage of the states is where it goes.</summary>
    /// <param name="unit">What is written with the commit.</param>
    /// <returns>True if it is in; then neither <see cref="Release"/> nor <see cref="Withdraw"/> follows.</returns>
    public virtual bool Join(WriteUnit unit) => false;
}

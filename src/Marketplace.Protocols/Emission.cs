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
}

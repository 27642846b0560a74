using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Dashboards;

/// <summary>
/// What a transaction did to the ongoing entries of one seller, on its way to the table. It takes in what the transaction goes on to do, so
/// that no dashboard shows a transaction half done.
/// </summary>
internal sealed record DashboardAction : CommitAction
{
    private readonly IDashboardTable _table;
    private readonly List<DashboardChange> _changes;
    private TransactionId _transaction;

    /// <param name="change">The first thing it did.</param>
    public DashboardAction(IDashboardTable table, TransactionContext transaction, DashboardChange change) =>
        (_table, _transaction, _changes) = (table, transaction.Id, [change]);

    /// <summary>Takes in what the same transaction did later.</summary>
    /// <returns>
    /// False if it is another one, or nothing more can be taken in. Without a protocol nothing ever is: each update is then stored by itself,
    /// and what leaves after the first must not tell of the second.
    /// </returns>
    public bool TryAdd(TransactionContext transaction, DashboardChange change)
    {
        if (_transaction == default || _transaction != transaction.Id)
            return false;

        _changes.Add(change);
        return true;
    }

    public override Task OnCommit()
    {
        _transaction = default;
        _table.Show(_changes);
        return Task.CompletedTask;
    }

    public override Task OnAbort()
    {
        _transaction = default;
        return Task.CompletedTask;
    }

    public override bool Join(AtomicWrite write)
    {
        _transaction = default;
        return _table.Show(write, _changes);
    }
}

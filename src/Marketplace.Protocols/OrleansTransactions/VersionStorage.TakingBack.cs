using Orleans.Storage;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <content>
/// What was prepared for a transaction that a grain of another silo may manage is taken back only if that grain says so: see <see cref="Decisions"/>.
/// </content>
internal sealed partial class VersionStorage<TState>
{
    /// <summary>Whether nothing is open that was prepared or decided, in what is stored either.</summary>
    public bool IsSettled
    {
        get
        {
            lock (Record.Gate)
            {
                return Record.IsSettled && Record.StoredVersion != Unknown;
            }
        }
    }

    public bool HasPrepared(Guid transaction)
    {
        lock (Record.Gate)
        {
            return Record.Prepared.Exists(prepared => Guid.Parse(prepared.TransactionId) == transaction);
        }
    }

    /// <summary>A grain wants to take back what it has prepared for a transaction whose commit this one manages.</summary>
    /// <returns>False if it is committed; else it never is.</returns>
    public bool TryTakeBack(Guid transaction)
    {
        lock (Record.Gate)
        {
            return !Record.Decided.ContainsKey(transaction) && records.Decisions.TryTakeBack(transaction);
        }
    }

    // What is to be taken back: what Orleans says, and what it has given up without a word. When a transaction is aborted those behind it are
    // too, and of these it does not tell its storage. But their numbers it gives again.
    private List<PendingTransactionState<StateVersion<TState>>> GivenUp(
        List<PendingTransactionState<StateVersion<TState>>>? statesToPrepare, long? abortAfter)
    {
        List<PendingTransactionState<StateVersion<TState>>> given = [];
        foreach (var prepared in Record.Prepared)
        {
            if (prepared.SequenceId > abortAfter || IsGivenUp(prepared, statesToPrepare))
                given.Add(prepared);
        }

        return given;
    }

    // The numbers of versions that are not given up are in the order of time.
    private static bool IsGivenUp(
        PendingTransactionState<StateVersion<TState>> prepared, List<PendingTransactionState<StateVersion<TState>>>? others)
    {
        foreach (var other in others ?? [])
        {
            if (other.SequenceId <= prepared.SequenceId && other.TimeStamp > prepared.TimeStamp)
                return true;
        }

        return false;
    }

    private void TakeBack(List<PendingTransactionState<StateVersion<TState>>> given)
    {
        foreach (var prepared in given)
            Record.Prepared.Remove(prepared);
    }

    private List<(ParticipantId Manager, Guid Transaction)>? Asked(
        List<PendingTransactionState<StateVersion<TState>>>? statesToPrepare, long? abortAfter)
    {
        if (!services.AsksManagers)
            return null;

        lock (Record.Gate)
        {
            return
            [
                .. GivenUp(statesToPrepare, abortAfter)
                    .Where(prepared => IsElsewhere(prepared.TransactionManager))
                    .Select(static prepared => (prepared.TransactionManager, Guid.Parse(prepared.TransactionId))),
            ];
        }
    }

    private bool IsElsewhere(ParticipantId manager) => manager.Reference is { } reference && reference.GrainId != grainId;

    private async Task Ask(List<(ParticipantId Manager, Guid Transaction)> asked)
    {
        foreach (var (manager, transaction) in asked)
        {
            if (await services.Ask(manager.Reference.GrainId, new TakeBack(transaction)) != ParticipantAnswer.Done)
                throw new InconsistentStateException($"Grain {grainId} shall take back what transaction {transaction} has committed.");
        }
    }
}

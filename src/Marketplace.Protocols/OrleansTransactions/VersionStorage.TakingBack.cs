using Orleans.Storage;
using Orleans.Transactions;

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

    /// <summary>A grain wants to take back what it has prepared for a transaction whose commit this one manages.</summary>
    /// <returns>False if it is committed; else it never is.</returns>
    public bool TryTakeBack(Guid transaction)
    {
        lock (Record.Gate)
        {
            return !Record.Decided.ContainsKey(transaction) && records.Decisions.TryTakeBack(transaction);
        }
    }

    private List<(ParticipantId Manager, Guid Transaction)>? Asked(long? abortAfter)
    {
        if (abortAfter is not { } last || !services.AsksManagers)
            return null;

        lock (Record.Gate)
        {
            return
            [
                .. Record.Prepared
                    .Where(prepared => prepared.SequenceId > last && IsElsewhere(prepared.TransactionManager))
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

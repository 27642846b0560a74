using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Deterministic;

/// <summary>
/// One grain under a <see cref="LockManager"/>: who touches it is the only one that may, so nobody ever waits here. How transactions end it reads
/// in the memory of the silo: the next transaction to come sees to that if the grain has not been told yet.
/// </summary>
internal sealed class SequencedMachine : ParticipantMachine
{
    // In the order of their first writes.
    private readonly List<SequencedBranch> _branches = new(1);

    // What the transaction that is about to join has declared: no longer, as all that it did in other grains is known from there.
    private LockRequest? _joining;

    public override IReadOnlyList<Branch> Branches => _branches;

    public override IReadOnlyList<Branch> Doubtful => [];

    public override Branch? Find(TransactionId id) => _branches.Find(branch => branch.Id == id);

    public override Entry Enter(in AccessRequest request)
    {
        if (request.Running is not SequencedTransaction transaction)
        {
            TakeDecisions();
            return new(request.Running is ValidatedRead ? Verdict.Granted : Verdict.Foreign);
        }

        foreach (var branch in _branches)
        {
            if (branch.Transaction == transaction)
                return transaction.Outcome == TransactionOutcome.Running ? new(Verdict.Granted, branch) : new(Verdict.Over);
        }

        TakeDecisions();
        var declared = transaction.RequestOf(Grain);
        if (declared is null || (request.Mode == AccessMode.Write && !declared.IsWrite))
            return new(transaction.Outcome == TransactionOutcome.Running ? Verdict.Undeclared : Verdict.Over);

        if (request.Mode == AccessMode.Read)
            return new(Verdict.Granted);

        _joining = declared;
        return new(Verdict.Join);
    }

    public override Entry Admit(in AccessRequest request)
    {
        var transaction = (SequencedTransaction)request.Running!;
        var verdict = transaction.TryJoin(_joining!);
        _joining = null;
        if (verdict != Verdict.Granted)
            return new(verdict);

        var branch = new SequencedBranch(transaction);
        if (transaction.IsStoredWhole)
            transaction.Add(branch);

        _branches.Add(branch);
        return new(Verdict.Granted, branch);
    }

    // Ends, in the order in which they came here, the transactions that are decided.
    public override void TakeDecisions()
    {
        if (_branches.Count == 0)
            return;

        var running = 0;
        for (var i = 0; i < _branches.Count; i++)
        {
            var branch = _branches[i];
            switch (branch.Transaction.Outcome)
            {
                case TransactionOutcome.Running:
                    _branches[running++] = branch;
                    break;
                case TransactionOutcome.Committed:
                    Emit(OutputKind.Committed, branch);
                    break;
                default:
                    Emit(OutputKind.Aborted, branch);
                    break;
            }
        }

        _branches.RemoveRange(running, _branches.Count - running);
    }

    // Whatever the activation does, the transactions go on.
    public override bool Outlives(Branch branch) => true;

    public override void Restore(Branch branch) => _branches.Add((SequencedBranch)branch);

    // Nobody waits here, is asked for a vote, or is told of one transaction alone.
    public override void TimedOut(Branch branch) => throw new InvalidOperationException("Nobody waits here.");

    public override ParticipantAnswer Vote(Branch branch) => throw new InvalidOperationException("Nobody votes here.");

    public override void End(Branch branch) => throw new InvalidOperationException("A branch ends with its decision.");

    public override void Dismiss(TransactionId id) => throw new InvalidOperationException("A branch ends with its decision.");

    public override void Deactivate()
    {
    }
}

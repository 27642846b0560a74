using Marketplace.Protocols.Commit;
using Orleans.Runtime;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// What decides in one grain under a protocol: a synchronous state machine. Inputs are its methods; what follows at once is their answer, what
/// follows for others is an output that <see cref="Participant{TState}"/> takes after each input. It knows no state, no time, no messages and
/// no threads: it is called within turns of its grain only. So it can be tested step by step.
/// </summary>
internal abstract class ParticipantMachine
{
    private readonly Queue<Output> _outputs = new(0);

    /// <summary>The grain that it decides about.</summary>
    public GrainId Grain { get; set; }

    /// <summary>The branches that have entered and are not over, in no particular order.</summary>
    public abstract IReadOnlyList<Branch> Branches { get; }

    /// <summary>Those of them whose coordinators have to be asked how they ended.</summary>
    public virtual IReadOnlyList<Branch> Doubtful => Branches;

    /// <summary>Whether there are outputs.</summary>
    public bool HasOutputs => _outputs.Count > 0;

    /// <summary>Finds the branch of a transaction that has entered.</summary>
    public abstract Branch? Find(TransactionId id);

    /// <summary>Input: a transaction accesses the grain.</summary>
    public abstract Entry Enter(in AccessRequest request);

    /// <summary>
    /// Input: a transaction that was not known here takes part, as its coordinator knows; or, in a repeated message, one that is known.
    /// </summary>
    public abstract Entry Admit(in AccessRequest request);

    /// <summary>Input: it has waited too long. It may have been granted meanwhile.</summary>
    public abstract void TimedOut(Branch branch);

    /// <summary>Input: its coordinator asks whether it can commit. Once it has said yes, only the coordinator decides.</summary>
    public abstract ParticipantAnswer Vote(Branch branch);

    /// <summary>Input: it is committed, and what it wrote is the state from now on. Called once.</summary>
    public virtual void Install(Branch branch)
    {
    }

    /// <summary>Input: it is committed and stored, and what leaves with it has left; or it has only read; or it is aborted.</summary>
    public abstract void End(Branch branch);

    /// <summary>Input: a transaction is over, whether or not it is known here.</summary>
    public abstract void Dismiss(TransactionId id);

    /// <summary>Input: a step is about to be done, which would leave a state.</summary>
    /// <returns>The branch of another transaction whose step could no longer be taken back; null if there is none.</returns>
    public virtual StepBranch? ObstacleTo(TransactionId id, object after) => null;

    /// <summary>Input: a transaction is about to wait until a branch is not open any more.</summary>
    /// <returns>False if it may not.</returns>
    public virtual bool TryWait(in AccessRequest request, StepBranch other) => false;

    /// <summary>Input: it waits no more.</summary>
    public virtual void EndWait(in AccessRequest request, StepBranch other)
    {
    }

    /// <summary>Whether transactions commit in steps, which the storage knows until their transactions are decided.</summary>
    public virtual bool HasSteps => false;

    /// <summary>Input: an activation begins on a grain with a step whose transaction is not decided. Nothing else is known of it here.</summary>
    public virtual StepBranch RestoreStep(TransactionId id) => throw new InvalidOperationException("This protocol has no steps.");

    /// <summary>Input: what a branch holds back is about to leave. What these hold back leaves before.</summary>
    public virtual IReadOnlyList<StepBranch> ReleasedBefore(StepBranch branch) => [];

    /// <summary>Input: the coordinators of all branches were asked, and those that are decided have ended.</summary>
    public virtual void Recovered()
    {
    }

    /// <summary>Input: transactions may have been decided that this silo knows of without a message.</summary>
    public virtual void TakeDecisions()
    {
    }

    /// <summary>Whether a branch goes on in the next activation: by default one that has promised to commit, or is committed.</summary>
    public virtual bool Outlives(Branch branch) => branch.IsPrepared || branch.IsInstalled;

    /// <summary>Input: the activation is going to end. Who waits is lost.</summary>
    public abstract void Deactivate();

    /// <summary>Input: the next activation begins with a branch that the last one left.</summary>
    public abstract void Restore(Branch branch);

    /// <summary>Takes the next output.</summary>
    public bool TryTake(out Output output) => _outputs.TryDequeue(out output);

    protected void Emit(OutputKind kind, Branch branch) => _outputs.Enqueue(new Output(kind, branch));
}

/// <summary>An access of a transaction to a grain.</summary>
/// <param name="Id">The transaction.</param>
/// <param name="Age">When its first attempt began, UTC ticks: a smaller one is older.</param>
/// <param name="Mode">What it is going to do.</param>
/// <param name="IsDeclared">Whether it asks before it runs, for what it has declared.</param>
/// <param name="IsReadOnly">Whether the transaction writes nothing anywhere.</param>
/// <param name="Attempt">How many attempts of the transaction were aborted before this one.</param>
/// <param name="Running">The transaction as its coordinator knows it; null if that is on another silo.</param>
internal readonly record struct AccessRequest(
    TransactionId Id,
    long Age,
    AccessMode Mode,
    bool IsDeclared = false,
    bool IsReadOnly = false,
    int Attempt = 0,
    RunningTransaction? Running = null)
{
    public AccessRequest(TransactionContext tx, AccessMode mode)
        : this(tx.Id, tx.Age, mode, false, tx.IsReadOnly, tx.Attempt, tx.Running)
    {
    }
}

/// <summary>What a machine says to an access.</summary>
/// <param name="Verdict">Whether it may go on.</param>
/// <param name="Branch">Of the transaction that may, or has to wait; null if it may, and sees what is committed.</param>
internal readonly record struct Entry(Verdict Verdict, Branch? Branch = null)
{
    /// <summary>Whether there is nothing that it could wait for: its transaction has failed.</summary>
    public bool IsRefusal => Verdict is not (Verdict.Granted or Verdict.Step or Verdict.Join or Verdict.Wait or Verdict.Crowded);
}

internal enum Verdict
{
    /// <summary>It may go on.</summary>
    Granted,

    /// <summary>It may go on, and commits at once, as a step.</summary>
    Step,

    /// <summary>The transaction is not known here: its coordinator has to know that the grain takes part, before it is admitted.</summary>
    Join,

    /// <summary>It has to wait for an output that names its branch, and to ask again then.</summary>
    Wait,

    /// <summary>Its transaction has to be aborted, as it may not wait for an older one.</summary>
    GiveWay,

    /// <summary>Its transaction has to be aborted, as what it has seen was overwritten.</summary>
    Overwritten,

    /// <summary>Its transaction has to be aborted, as the grain does not know it: it was not declared, or was forgotten.</summary>
    Unknown,

    /// <summary>Its transaction is over.</summary>
    Over,

    /// <summary>Its transaction should have declared it: a mistake of its code.</summary>
    Undeclared,

    /// <summary>Its transaction is of another silo, which this protocol cannot have.</summary>
    Foreign,

    /// <summary>So many branches are here that some may have been forgotten by their coordinators: these are asked first.</summary>
    Crowded,
}

/// <summary>What a machine says that it was not asked for.</summary>
internal readonly record struct Output(OutputKind Kind, Branch Branch);

internal enum OutputKind
{
    /// <summary>A branch need not wait any more. Its access asks again.</summary>
    Granted,

    /// <summary>The transaction of a branch that waits is over.</summary>
    Over,

    /// <summary>A branch waits in vain, as the activation ends.</summary>
    Lost,

    /// <summary>A branch is committed, and not held any more: what it wrote is the state from now on.</summary>
    Committed,

    /// <summary>A branch is aborted, and not held any more.</summary>
    Aborted,
}

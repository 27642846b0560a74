using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>What a machine can do wrong.</summary>
public enum Mistake
{
    /// <summary>It says yes without looking.</summary>
    ValidatesNothing,

    /// <summary>It lets a reader go when it votes, before the decision.</summary>
    ReleasesReadersAtVote,

    /// <summary>It never lets go.</summary>
    NeverReleases,

    /// <summary>It does not notice that what it holds has changed.</summary>
    MakesNoVersion,

    /// <summary>Its next activation forgets what it has promised.</summary>
    ForgetsPromises,

    /// <summary>It does not hear that a transaction is over that it does not know yet.</summary>
    ForgetsLatecomers,

    /// <summary>Who waits and has waited too long stays in the queue.</summary>
    KeepsThoseWhoLeft,

    /// <summary>Who waits is not told that the activation ends.</summary>
    ForgetsWaiters,
}

/// <summary>A machine that makes one mistake.</summary>
internal sealed class FaultyMachine(ParticipantMachine inner, Mistake mistake) : ParticipantMachine
{
    public override IReadOnlyList<Branch> Branches => inner.Branches;

    public override Branch? Find(TransactionId id) => inner.Find(id);

    public override Entry Enter(in AccessRequest request) => inner.Enter(request);

    public override Entry Admit(in AccessRequest request) => inner.Admit(request);

    public override ParticipantAnswer Vote(Branch branch)
    {
        var vote = mistake == Mistake.ValidatesNothing ? ParticipantAnswer.Done : inner.Vote(branch);
        if (mistake == Mistake.ReleasesReadersAtVote && vote == ParticipantAnswer.Done && !branch.HasWritten)
            vote = ParticipantAnswer.ReadOnly;

        return vote;
    }

    public override void Install(Branch branch)
    {
        if (mistake != Mistake.MakesNoVersion)
            inner.Install(branch);
    }

    public override void End(Branch branch)
    {
        if (mistake != Mistake.NeverReleases)
            inner.End(branch);

        PassOn();
    }

    public override void TimedOut(Branch branch)
    {
        if (mistake != Mistake.KeepsThoseWhoLeft)
            inner.TimedOut(branch);

        PassOn();
    }

    public override void Dismiss(TransactionId id)
    {
        if (mistake == Mistake.KeepsThoseWhoLeft || (mistake == Mistake.ForgetsLatecomers && Find(id) is null))
            return;

        inner.Dismiss(id);
        PassOn();
    }

    public override void Deactivate()
    {
        if (mistake != Mistake.ForgetsWaiters)
            inner.Deactivate();

        PassOn();
    }

    public override void Restore(Branch branch)
    {
        if (mistake != Mistake.ForgetsPromises)
            inner.Restore(branch);
    }

    private void PassOn()
    {
        while (inner.TryTake(out var output))
            Emit(output.Kind, output.Branch);
    }
}

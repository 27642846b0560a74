using Marketplace.Protocols;
using Orleans;
using Orleans.Serialization.Invocation;

namespace Marketplace.Simulation.Faults;

/// <summary>Bugs that show between a coordinator and its participants, or between a grain that tells of an event and one that hears of it.</summary>
/// <param name="mutant">Which bug.</param>
internal sealed class CallMutant(Mutant mutant)
{
    // So many decisions are told until one is lost.
    private const int TellsPerLoss = 20;

    private int _told;

    /// <summary>The bug, if it is one of calls.</summary>
    public static CallMutant? Of(Mutant mutant) =>
        mutant is Mutant.LostDecision or Mutant.IgnoredRefusal or Mutant.SnapshotNotValidated or Mutant.LockReleasedEarly or Mutant.InboxForgets
            ? new CallMutant(mutant)
            : null;

    /// <summary>Makes the call, with the bug.</summary>
    public async Task Invoke(IOutgoingGrainCallContext context)
    {
        var argument = context.Request.GetArgumentCount() > 0 ? context.Request.GetArgument(0) : null;
        if (argument is TransactionContext { Event: not null } tx && mutant == Mutant.InboxForgets)
        {
            context.Request.SetArgument(0, tx with { Event = null });
            await context.Invoke();
            return;
        }

        if (argument is not ProtocolMessage message)
        {
            await context.Invoke();
            return;
        }

        if (mutant == Mutant.LostDecision && Is(message, "CommitPrepared", "ApplyDecision", "Commit") && ++_told % TellsPerLoss == 0)
        {
            context.Response = Response.FromResult(ParticipantAnswer.Done);
            return;
        }

        await context.Invoke();
        if (context.Response is not { Exception: null } response)
            return;
        var answer = response.GetResult<ParticipantAnswer>();
        if (mutant == Mutant.IgnoredRefusal && answer == ParticipantAnswer.Refused)
            context.Response = Response.FromResult(ParticipantAnswer.ReadOnly);
        if (mutant == Mutant.SnapshotNotValidated && answer == ParticipantAnswer.Conflict)
            context.Response = Response.FromResult(ParticipantAnswer.ReadOnly);
        if (mutant == Mutant.LockReleasedEarly && Is(message, "Prepare") && answer == ParticipantAnswer.Done)
            await Commit(context, message);
    }

    private static bool Is(ProtocolMessage message, params ReadOnlySpan<string> names) => names.Contains(message.GetType().Name);

    private static async Task Commit(IOutgoingGrainCallContext context, ProtocolMessage message)
    {
        var (prepared, commit) = (context.Response, message.GetType().Assembly.GetType("Marketplace.Protocols.Commit.CommitPrepared"));
        if (commit is null)
            return;
        await ((IParticipant)context.Grain).Receive((ProtocolMessage)Activator.CreateInstance(commit, message.Transaction)!);
        context.Response = prepared;
    }
}

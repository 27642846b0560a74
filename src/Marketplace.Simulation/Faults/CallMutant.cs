using Marketplace.Protocols;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Orleans;
using Orleans.Serialization.Invocation;

namespace Marketplace.Simulation.Faults;

/// <summary>Bugs that show between a coordinator and its participants.</summary>
/// <param name="mutant">Which bug.</param>
internal sealed class CallMutant(Mutant mutant)
{
    // So many decisions are told until one is lost.
    private const int TellsPerLoss = 20;

    private int _told;

    /// <summary>The bug, if it is one of calls.</summary>
    public static CallMutant? Of(Mutant mutant) => mutant is Mutant.LostDecision or Mutant.IgnoredRefusal or Mutant.SnapshotNotValidated
        or Mutant.LockReleasedEarly or Mutant.StepCompensatedTwice
        ? new CallMutant(mutant)
        : null;

    /// <summary>Makes the call, with the bug.</summary>
    public async Task Invoke(IOutgoingGrainCallContext context)
    {
        var message = context.Request.GetArgumentCount() == 1 ? context.Request.GetArgument(0) as ProtocolMessage : null;
        if (mutant == Mutant.LostDecision && message is CommitPrepared or ApplyDecision && ++_told % TellsPerLoss == 0)
        {
            context.Response = Response.FromResult(ParticipantAnswer.Done);
            return;
        }

        await context.Invoke();
        if (message is not null && context.Response is { Exception: null } response)
            await Answered(context, message, response.GetResult<ParticipantAnswer>());
    }

    private async Task Answered(IOutgoingGrainCallContext context, ProtocolMessage message, ParticipantAnswer answer)
    {
        switch (mutant, answer)
        {
            case (Mutant.IgnoredRefusal, ParticipantAnswer.Refused) or (Mutant.SnapshotNotValidated, ParticipantAnswer.Conflict):
                context.Response = Response.FromResult(ParticipantAnswer.ReadOnly);
                break;
            case (Mutant.LockReleasedEarly, ParticipantAnswer.Done) when message is Prepare:
                await Tell(context, new CommitPrepared(message.Transaction));
                break;
            case (Mutant.StepCompensatedTwice, _) when message is Compensate:
                await Tell(context, new CompensateLeft(message.Transaction));
                break;
        }
    }

    // Besides; the caller has the answer to what it has sent.
    private static async Task Tell(IOutgoingGrainCallContext context, ProtocolMessage message)
    {
        var answer = context.Response;
        await ((IParticipant)context.Grain).Receive(message);
        context.Response = answer;
    }
}

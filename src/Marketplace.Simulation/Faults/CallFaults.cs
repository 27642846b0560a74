using Marketplace.Engine.Local;
using Marketplace.Engine.Turns.Calls;
using Marketplace.Protocols;
using Marketplace.Simulation.Scheduling;
using Orleans;
using Orleans.Runtime;
using Orleans.Serialization.Invocation;

namespace Marketplace.Simulation.Faults;

/// <summary>
/// Stands before each call between grains, and from the entry points to them: calls and answers are lost, repeated, and late, and grains are told
/// to leave between any two steps.
/// </summary>
/// <param name="engineOf">The engine that has a grain in memory; null if none of a cluster has.</param>
/// <param name="repeatsEvents">Whether calls that tell of events come twice too: only where their consumers recognise repeats.</param>
internal sealed class CallFaults(
    FaultPlan faults, Func<GrainId, LocalEngine?> engineOf, TimeProvider time, Trace trace, bool repeatsEvents, Mutant mutant)
    : IOutgoingGrainCallFilter
{
    private readonly CallMutant? _mutant = CallMutant.Of(mutant);

    // Most calls meet no fault and are answered at once: these need no await.
    public Task Invoke(IOutgoingGrainCallContext context)
    {
        if (trace.IsTold)
            Tell(context);
        if (faults.Strikes(Fault.Deactivation))
            Leave(context.TargetId);
        return faults.Strikes(Fault.CallDelayed) ? CallLate(context) : Call(context);
    }

    private async Task CallLate(IOutgoingGrainCallContext context)
    {
        await Task.Delay(faults.Delay(Fault.CallDelayed), time);
        await Call(context);
    }

    private Task Call(IOutgoingGrainCallContext context)
    {
        if (faults.Strikes(Fault.CallLost))
            return Lose("call");

        if (_mutant is not null)
            return CallWithBug(context, _mutant);
        var answer = ((GrainCall)context).Ask();
        if (!answer.IsCompletedSuccessfully)
            return AnswerLater(context, answer);
        context.Response = answer.Result;
        return Answer(context);
    }

    private async Task AnswerLater(IOutgoingGrainCallContext context, ValueTask<Response?> answer)
    {
        context.Response = await answer;
        await Answer(context);
    }

    private async Task CallWithBug(IOutgoingGrainCallContext context, CallMutant bug)
    {
        var calling = bug.Invoke(context);
        await calling.Ended();
        if (context.Response is null)
            await calling;
        await Answer(context);
    }

    private Task Answer(IOutgoingGrainCallContext context) =>
        context.Response is { Exception: not null } ? Task.CompletedTask
        : IsRepeatable(context) && faults.Strikes(Fault.CallRepeated) ? AnswerAndRepeat(context)
        : LoseOrDelay();

    private async Task AnswerAndRepeat(IOutgoingGrainCallContext context)
    {
        await Repeat(context);
        await LoseOrDelay();
    }

    private Task LoseOrDelay() => faults.Strikes(Fault.AnswerLost) ? Lose("answer")
        : faults.Strikes(Fault.AnswerDelayed) ? Task.Delay(faults.Delay(Fault.AnswerDelayed), time)
        : Task.CompletedTask;

    /// <summary>Tells an activation to leave, if there is one.</summary>
    private void Leave(GrainId grain) => engineOf(grain)?.ActivationOf(grain).Deactivate(
        new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "It leaves on purpose."));

    private async Task Lose(string what)
    {
        await Task.Delay(SimulatedLimits.ResponseTimeout, time);
        throw new TimeoutException($"The {what} was lost on purpose.");
    }

    // The caller has the first answer, whatever the second one is.
    private async Task Repeat(IOutgoingGrainCallContext context)
    {
        var answer = context.Response;
        if (mutant == Mutant.InboxForgets && EventOf(context) is { } tx)
            context.Request.SetArgument(0, tx with { Event = tx.Event! with { Sent = tx.Event.Sent + 1 } });
        await context.Invoke().Ended();
        context.Response = answer;
    }

    private bool IsRepeatable(IOutgoingGrainCallContext context) =>
        (context.Request.GetArgumentCount() == 1 && context.Request.GetArgument(0) is ProtocolMessage)
        || (repeatsEvents && EventOf(context) is not null);

    private static TransactionContext? EventOf(IOutgoingGrainCallContext context) =>
        context.Request.GetArgumentCount() > 0 && context.Request.GetArgument(0) is TransactionContext { Event: not null } tx ? tx : null;

    private void Tell(IOutgoingGrainCallContext context)
    {
        var request = context.Request;
        var what = request.GetArgumentCount() > 0 ? request.GetArgument(0) : null;
        var why = what switch
        {
            TransactionContext tx => $" in {tx.Tid} {tx.Kind} {tx.Id} attempt {tx.Attempt}",
            ProtocolMessage message => $" {message.GetType().Name} of {message.Transaction}",
            _ => "",
        };
        trace.Tell($"    {context.SourceId?.ToString() ?? "entry"} -> {context.TargetId} {context.MethodName}{why}");
    }
}

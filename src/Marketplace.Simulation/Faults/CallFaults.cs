using Marketplace.Engine.Local;
using Marketplace.Protocols;
using Marketplace.Simulation.Scheduling;
using Orleans;
using Orleans.Runtime;

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

    public async Task Invoke(IOutgoingGrainCallContext context)
    {
        if (trace.IsTold)
            Tell(context);
        if (faults.Strikes(Fault.Deactivation))
            Leave(context.TargetId);
        if (faults.Strikes(Fault.CallDelayed))
            await Task.Delay(faults.Delay(Fault.CallDelayed), time);
        if (faults.Strikes(Fault.CallLost))
            await Lose("call");

        // The caller is told of an exception in the answer; to throw it here too costs more than the call.
        var calling = _mutant?.Invoke(context) ?? context.Invoke();
        await calling.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        if (context.Response is null)
            await calling;
        if (context.Response is { Exception: not null })
            return;
        if (IsRepeatable(context) && faults.Strikes(Fault.CallRepeated))
            await Repeat(context);
        if (faults.Strikes(Fault.AnswerLost))
            await Lose("answer");
        if (faults.Strikes(Fault.AnswerDelayed))
            await Task.Delay(faults.Delay(Fault.AnswerDelayed), time);
    }

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
        await context.Invoke().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
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

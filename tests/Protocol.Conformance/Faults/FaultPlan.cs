using Marketplace.Protocol.Conformance.Fixtures;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocol.Conformance.Faults;

/// <summary>Lets one fault happen at one grain, from the n-th occasion on; and tells when.</summary>
/// <param name="occasion">At which message of the protocol, or which save; from 1.</param>
internal sealed class FaultPlan(Fault fault, int grain, int occasion, TimeSpan timeout) : IIncomingGrainCallFilter
{
    private static readonly TimeProvider Time = TimeProvider.System;

    private readonly TimeSpan _while = 3 * timeout;
    private readonly Lock _lock = new();
    private int _count;
    private long? _struck;
    private bool _isOver;

    /// <summary>Whether it has happened.</summary>
    public bool HasStruck => _struck is not null;

    /// <summary>Time since it first happened.</summary>
    public TimeSpan Since => Time.GetElapsedTime(_struck!.Value);

    /// <summary>Nothing more goes wrong.</summary>
    public void Stop() => _isOver = true;

    /// <summary>Whether something goes wrong now.</summary>
    public bool Strikes(Fault what, long where)
    {
        if (what != fault || where != grain || _isOver)
            return false;

        lock (_lock)
        {
            if (++_count < occasion)
                return false;

            var isFirst = _struck is null;
            _struck ??= Time.GetTimestamp();
            return isFirst || (IsForAWhile && Since < _while);
        }
    }

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        if (fault > Fault.LeavesAfter
            || !EngineUnderTest.IsMessage(context)
            || !Strikes(fault, context.TargetContext.GrainId.GetIntegerKey()))
        {
            await context.Invoke();
            return;
        }

        if (fault is Fault.LeavesBefore)
            Leave(context);

        if (fault is Fault.ThrowsAfterwards or Fault.AnswerLost or Fault.LeavesBefore or Fault.LeavesAfter)
            await context.Invoke();

        switch (fault)
        {
            case Fault.ThrowsOnce or Fault.ThrowsForAWhile or Fault.ThrowsAfterwards:
                throw new InvalidOperationException("This message fails on purpose.");
            case Fault.MessageLost or Fault.AnswerLost:
                await Task.Delay(2 * timeout, Time);
                throw new TimeoutException("The message was lost.");
            case Fault.LeavesAfter:
                Leave(context);
                break;
        }
    }

    private bool IsForAWhile => fault is Fault.ThrowsForAWhile or Fault.SavesFailForAWhile or Fault.CommitActionFailsForAWhile;

    private static void Leave(IIncomingGrainCallContext context) =>
        context.TargetContext.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "It leaves on purpose."));
}

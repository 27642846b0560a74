using System.Runtime.ExceptionServices;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans;

namespace Marketplace.Protocols.Saga.Clusters;

/// <summary>
/// Compensates the sagas of silos that are gone: their steps are stored and have no end. Each silo looks for them from time to time, so it does not
/// matter which one is left; what several compensate at once is compensated once. A silo that decides sagas is ended as a writer before, so that
/// it can neither decide one nor have a step be stored meanwhile.
/// </summary>
internal sealed partial class SagaTakeover(
    IAtomicWrites atomicWrites,
    ICoordinators coordinators,
    IGrainFactory grains,
    ProtocolOptions options,
    TimeProvider time,
    ILogger<SagaTakeover> logger,
    ISiloFence? fence = null) : IHostedService, IDisposable
{
    private readonly Lookout _lookout = new(options.Timeout / 2, time);

    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (atomicWrites.AreShared)
            _lookout.Start(async () => await TakeOver(await atomicWrites.PendingSteps(_lookout.Stopped)), reason => Failed(logger, reason));

        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => _lookout.Stop();

    public void Dispose() => _lookout.Dispose();

    private async Task TakeOver(IReadOnlyList<PendingStep> pending)
    {
        foreach (var silo in pending.Select(static step => step.Silo).OfType<long>().Distinct())
        {
            // The next look finds that it can decide nothing more.
            if (silo != coordinators.Own && await coordinators.IsGone(silo) && fence is not null)
                await fence.Close(silo);
        }

        // Services are looked at one after the other: all steps of a saga are known if none was found before its silo was ended.
        var left = pending.GroupBy(static step => step.Saga).Where(static saga => saga.All(static step => step.Silo is null)).ToList();
        await Task.WhenAll(left.Select(saga => Compensate(saga.Key, [.. saga.OrderByDescending(static step => step.Number)])));
    }

    private async Task Compensate(long number, List<PendingStep> steps)
    {
        var (saga, left) = (new TransactionId(0, number), steps.FindAll(static step => !step.IsTakenBack));
        Exception? failure = null;
        foreach (var step in left)
        {
            try
            {
                await Tell(step, new CompensateLeft(saga));
            }
            catch (Exception exception) when (!_lookout.Stopped.IsCancellationRequested)
            {
                // The next look tries it again. Those that can be taken back are.
                failure ??= exception;
            }
        }

        if (failure is not null)
            ExceptionDispatchInfo.Throw(failure);

        Compensated(logger, left.Count);
        foreach (var step in steps)
            await Tell(step, new EndCompensated(saga));
    }

    private Task Tell(PendingStep step, ProtocolMessage message) =>
        grains.GetGrain<IParticipant>(step.Grain).Receive(message).WaitAsync(options.Timeout, time, _lookout.Stopped);

    [LoggerMessage(Level = LogLevel.Warning, Message = "A saga had not ended when its silo did; its {Steps} steps were compensated.")]
    private static partial void Compensated(ILogger logger, int steps);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Sagas of silos that are gone can't be compensated yet: {Reason}")]
    private static partial void Failed(ILogger logger, string reason);
}

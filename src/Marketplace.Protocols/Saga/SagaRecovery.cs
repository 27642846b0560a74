using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans;

namespace Marketplace.Protocols.Saga;

/// <summary>
/// Compensates the sagas that a silo left which died: their steps are stored with the states that they led to, and have no end. It starts
/// after the storage and the engine, and before the gateway, so nobody sees them.
/// </summary>
internal sealed partial class SagaRecovery(IAtomicWrites atomicWrites, IGrainFactory grains, ILogger<SagaRecovery> logger) : IHostedService
{
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        var steps = await atomicWrites.PendingSteps(cancellationToken);
        foreach (var step in steps.OrderByDescending(static step => step.Number))
            await grains.GetGrain<IParticipant>(step.Grain).Receive(new CompensateLeft(new TransactionId(0, step.Saga)));

        if (steps.Count > 0)
            Compensated(logger, steps.Select(static step => step.Saga).Distinct().Count(), steps.Count);
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "{Sagas} sagas had not ended when the last silo did; their {Steps} steps were compensated.")]
    private static partial void Compensated(ILogger logger, int sagas, int steps);
}

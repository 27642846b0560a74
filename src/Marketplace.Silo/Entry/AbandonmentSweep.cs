using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Silo.Hosting;

namespace Marketplace.Silo;

/// <summary>Looks for abandoned carts as long as the silo runs: one loop, whatever the number of carts.</summary>
internal sealed class AbandonmentSweep(
    Abandonments abandonments, SurvivorDuty duty, TimeProvider time, ILogger<AbandonmentSweep> logger) : IHostedService, IDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private Task _running = Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        duty.Begin();
        _running = Run(_stopping.Token);
        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stopping.CancelAsync();
        await _running;
    }

    public void Dispose() => _stopping.Dispose();

    private async Task Run(CancellationToken cancellationToken)
    {
        var hasLookedAtStored = false;
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                await Task.Delay(abandonments.Period, time, cancellationToken);
                var gone = duty.Due();
                if (!hasLookedAtStored || gone is not null)
                {
                    await abandonments.LookAtStored(cancellationToken);
                    hasLookedAtStored = true;
                    if (gone is not null)
                        duty.Settle(gone);
                }

                await abandonments.LookAtDue(cancellationToken);
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception exception)
            {
                logger.CartsNotLookedAt(exception.Message);
            }
        }
    }
}

using Marketplace.Silo.Settings;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Keeps a silo that leaves on the list for a while after its grains have gone (setting Gateway:LeaveDelay). Calls that came for them
/// are passed on to where they are now, and answered from there; but whoever waits gives up when the silo that it called is off the list.
/// </summary>
internal sealed class OrleansFarewell(GatewaySettings settings, TimeProvider time) : ILifecycleParticipant<ISiloLifecycle>
{
    /// <inheritdoc/>
    public void Participate(ISiloLifecycle lifecycle)
    {
        // A stop goes through the stages downwards: grains leave above this one, the list is left below.
        lifecycle.Subscribe(
            nameof(OrleansFarewell),
            ServiceLifecycleStage.ApplicationServices,
            static _ => Task.CompletedTask,
            Wait);
    }

    private async Task Wait(CancellationToken cancellationToken)
    {
        try
        {
            await Task.Delay(settings.LeaveDelay, time, cancellationToken);
        }
        catch (OperationCanceledException)
        {
            // The time for the stop is over.
        }
    }
}

namespace Marketplace.Grains.Placement;

/// <summary>
/// Notes at each call which scheduler runs it. For silos that activate grains elsewhere than they run the calls after it
/// (<see cref="IHostingSilo.WatchesCalls"/>): there an activation says nothing of the scheduler of its service.
/// </summary>
internal sealed class SchedulerWatch(IHostingSilo silo, ActivationCounts counts) : IIncomingGrainCallFilter
{
    public Task Invoke(IIncomingGrainCallContext context)
    {
        if (context.Grain is IServiceGrain grain)
            counts.Note(grain.GetType(), silo.Scheduler);

        return context.Invoke();
    }
}

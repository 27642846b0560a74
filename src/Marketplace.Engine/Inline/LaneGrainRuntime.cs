using Orleans.Core;
using Orleans.Timers;

namespace Marketplace.Engine.Inline;

/// <summary>
/// Orleans' own, with references that are kept, and a note of how long a grain wants to stay: else the sweeper would shorten it.
/// </summary>
internal sealed class LaneGrainRuntime : IGrainRuntime
{
    private readonly IGrainRuntime _inner;
    private readonly LaneTable _lanes;

    /// <param name="grains">Makes references, and keeps them.</param>
    public LaneGrainRuntime(IGrainRuntime inner, IGrainFactory grains, LaneTable lanes)
    {
        (_inner, _lanes, GrainFactory) = (inner, lanes, grains);
        lanes.Keep = inner.DelayDeactivation;
    }

    public string SiloIdentity => _inner.SiloIdentity;
    public SiloAddress SiloAddress => _inner.SiloAddress;
    public IGrainFactory GrainFactory { get; }
    public ITimerRegistry TimerRegistry => _inner.TimerRegistry;
    public IServiceProvider ServiceProvider => _inner.ServiceProvider;
    public TimeProvider TimeProvider => _inner.TimeProvider;

    public void DeactivateOnIdle(IGrainContext grainContext) => _inner.DeactivateOnIdle(grainContext);

    public void DelayDeactivation(IGrainContext grainContext, TimeSpan timeSpan)
    {
        _lanes.Find(grainContext.GrainId)?.AskedToStay(timeSpan);
        _inner.DelayDeactivation(grainContext, timeSpan);
    }

    public IStorage<TGrainState> GetStorage<TGrainState>(IGrainContext grainContext) => _inner.GetStorage<TGrainState>(grainContext);
}

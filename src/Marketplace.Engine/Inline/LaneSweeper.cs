using System.Collections.Concurrent;

namespace Marketplace.Engine.Inline;

/// <summary>
/// Looks after the lanes, a part of them at a time: Orleans, which sees no inline calls, is told to keep the activations that have had
/// some; lanes of grains that are not active here and have not been called for a while are forgotten.
/// </summary>
internal sealed class LaneSweeper : IDisposable
{
    /// <summary>The parts. A round through all of them takes one quantum of Orleans' collector.</summary>
    public const int Shards = 16;

    /// <summary>Rounds without a call after which the lane of a grain that is not active here is forgotten.</summary>
    private const int KeptRounds = 2;

    private readonly LaneTable _lanes;
    private readonly ConcurrentDictionary<GrainId, Lane>[] _shards;
    private readonly TimeSpan _quantum;
    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private readonly Lock _sweeping = new();
    private int _next;
    private int _now;

    public LaneSweeper(LaneTable lanes, ConcurrentDictionary<GrainId, Lane>[] shards, TimeSpan quantum, TimeProvider time)
    {
        _lanes = lanes;
        _shards = shards;
        _quantum = quantum;
        _time = time;
        var pause = quantum / Shards;
        _timer = time.CreateTimer(static sweeper => ((LaneSweeper)sweeper!).SweepOne(), this, pause, pause);
    }

    /// <summary>The number of rounds so far: the coarse clock of the lanes.</summary>
    public int Now => _now;

    public void Dispose() => _timer.Dispose();

    public void SweepRound()
    {
        for (var i = 0; i < Shards; i++)
            SweepOne();
    }

    private void SweepOne()
    {
        // A sweep that takes longer than the pause makes the next one wait for its turn, not run beside it.
        if (!_sweeping.TryEnter())
            return;
        try
        {
            foreach (var (_, lane) in _shards[_next])
            {
                if (lane.IsOpen)
                    Keep(lane);
                else if (_now - lane.LastCall > KeptRounds)
                    _lanes.Remove(lane);
            }

            _next = (_next + 1) % Shards;
            if (_next == 0)
                _now++;
        }
        finally
        {
            _sweeping.Exit();
        }
    }

    // An activation is idle when its age has passed since its last use, which was some time since the last look here.
    private void Keep(Lane lane)
    {
        var isUsed = lane.IsBusy || lane.LastUsed >= lane.KeptFor;
        if (!isUsed || lane.GrainContext is not { } context || lane.CollectionAge is not { } age)
            return;
        lane.KeptFor = _now + 1;
        if (lane.KeepUntil - _time.GetUtcNow() >= age)
            return;
        try
        {
            _lanes.Keep(context, age);
        }
        catch (InvalidOperationException)
        {
            // The activation has just ended, and its lane is about to: nobody awaits a sweep, so this would end the process.
        }
    }
}

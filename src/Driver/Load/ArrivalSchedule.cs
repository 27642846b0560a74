using Marketplace.Driver.Data;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Load;

/// <summary>
/// Open loop: plans arrivals at a rate, and hands each to a worker when it is due, on a thread of its own. The backlog of due arrivals that no
/// worker has taken is bounded; what doesn't fit is counted as unsent, and not forgotten in silence.
/// </summary>
internal sealed class ArrivalSchedule
{
    private const double BacklogSeconds = 10;
    private const int SmallestBacklog = 1_000;
    private const int LargestBacklog = 1_000_000;
    private const double LateSeconds = 0.0005;
    private const double LookSeconds = 0.01;

    private readonly LoadContext _context;
    private readonly WorkloadRandom _random;
    private readonly IPause _pause;
    private readonly double _ticksBetween;
    private readonly long _late;
    private readonly long _look;
    private readonly bool _isPoisson;
    private readonly MeasureWindow? _sentTo;

    /// <summary>Prepares a schedule.</summary>
    /// <param name="rate">Transactions a second.</param>
    /// <param name="sentTo">
    /// Where the backlog is sent: all that is planned before the end of this measurement is due, however late it is. Else null.
    /// </param>
    public ArrivalSchedule(LoadContext context, double rate, WorkloadRandom random, IPause pause, MeasureWindow? sentTo = null)
    {
        _sentTo = sentTo;
        (_context, _random, _pause) = (context, random, pause);
        _ticksBetween = context.Time.TimestampFrequency / rate;
        _late = (long)(LateSeconds * context.Time.TimestampFrequency);
        _look = (long)(LookSeconds * context.Time.TimestampFrequency);
        _isPoisson = context.Scenario.Load.Arrivals == "poisson";
        var capacity = (int)Math.Clamp(rate * BacklogSeconds, SmallestBacklog, LargestBacklog);
        Due = new ArrivalQueue(sentTo is null ? capacity : LargestBacklog);
    }

    /// <summary>Arrivals that are due.</summary>
    public ArrivalQueue Due { get; }

    /// <summary>Arrivals that were planned and not sent.</summary>
    public long Unsent { get; private set; }

    /// <summary>Plans arrivals until the load stops. It takes the calling thread.</summary>
    public void Run(long origin)
    {
        try
        {
            // Ticks since the origin: a double holds no exact timestamp of a machine that has been up for 104 days.
            // So the first is due at once where as many are to be sent as the rate says.
            for (var next = _sentTo is null || _isPoisson ? Gap() : 0; IsDue(origin + (long)next);)
            {
                var now = _context.Time.GetTimestamp() - origin;
                if (next > now)
                {
                    // A stop is noticed also while the next arrival is far.
                    _pause.Until(origin + Math.Min((long)Math.Ceiling(next), now + _look));
                    continue;
                }

                if (!_context.TryPlan()) return;

                // Sending here is quickest; when this thread falls behind, others send.
                if (!Due.TryAdd(origin + (long)next, isHere: now - next < _late)) Unsent++;
                next += Gap();
            }
        }
        finally
        {
            Due.End();
        }
    }

    /// <summary>Counts what is left in the backlog after the workers have ended.</summary>
    public void CountRest() => Unsent += Due.Clear();

    private bool IsDue(long next) => !_context.Stop.IsStopped
        ? _sentTo is null || next < _sentTo.End
        : _sentTo is not null && !_context.Stop.IsAbandoned && next < _sentTo.End && _context.Time.GetTimestamp() >= _sentTo.End;

    private double Gap() => _ticksBetween * (_isPoisson ? _random.NextExponential() : 1);
}

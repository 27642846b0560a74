using System.Threading.Channels;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load;

/// <summary>
/// Open loop: plans arrivals at a rate, and hands each to the workers when it is due. The backlog of due arrivals that no worker has
/// taken is bounded; what doesn't fit is counted as unsent, and not forgotten in silence.
/// </summary>
internal sealed class ArrivalSchedule
{
    private const double BacklogSeconds = 10;
    private const int SmallestBacklog = 1_000;
    private const int LargestBacklog = 1_000_000;
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(1);

    private readonly LoadContext _context;
    private readonly WorkloadRandom _random;
    private readonly Channel<long> _backlog;
    private readonly double _ticksBetween;
    private readonly bool _isPoisson;

    /// <summary>Prepares a schedule.</summary>
    /// <param name="context">The run.</param>
    /// <param name="rate">Transactions a second.</param>
    /// <param name="random">Spaces the arrivals.</param>
    public ArrivalSchedule(LoadContext context, double rate, WorkloadRandom random)
    {
        _context = context;
        _random = random;
        _ticksBetween = context.Time.TimestampFrequency / rate;
        _isPoisson = context.Scenario.Load.Arrivals == "poisson";
        var capacity = (int)Math.Clamp(rate * BacklogSeconds, SmallestBacklog, LargestBacklog);
        _backlog = Channel.CreateBounded<long>(new BoundedChannelOptions(capacity) { SingleWriter = true });
    }

    /// <summary>Arrivals that are due.</summary>
    public ChannelReader<long> Due => _backlog.Reader;

    /// <summary>Arrivals that were planned and not sent.</summary>
    public long Unsent { get; private set; }

    /// <summary>Plans arrivals until the load stops.</summary>
    /// <param name="origin">Start of the load, in ticks.</param>
    public async Task RunAsync(long origin)
    {
        try
        {
            var next = origin + Gap();
            while (true)
            {
                for (var now = _context.Time.GetTimestamp(); next <= now; next += Gap())
                {
                    if (!_context.TryBegin()) return;
                    if (!_backlog.Writer.TryWrite((long)next)) Unsent++;
                }

                if (_context.Stop.IsStopped) return;
                await Task.Delay(Tick, _context.Time);
            }
        }
        finally
        {
            _backlog.Writer.Complete();
        }
    }

    /// <summary>Counts what is left in the backlog after the workers have ended.</summary>
    public void CountRest()
    {
        while (_backlog.Reader.TryRead(out _))
            Unsent++;
    }

    private double Gap() => _ticksBetween * (_isPoisson ? _random.NextExponential() : 1);
}

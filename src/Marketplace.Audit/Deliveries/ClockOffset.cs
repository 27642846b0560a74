namespace Marketplace.Audit.Deliveries;

/// <summary>
/// How far the silo's clock is ahead of the driver's, in bounds, second by second. Whatever the silo stamped for an operation it
/// stamped between its send and its answer, so each stamp bounds the difference from both sides; no clock needs to be set right.
/// </summary>
internal sealed class ClockOffset(AuditHistory history)
{
    /// <summary>What two clocks may drift apart between neighbouring seconds: 500 ppm, the most that NTP slews, over 2 s.</summary>
    private static readonly long Drift = TimeSpan.FromMilliseconds(1).Ticks;

    private readonly Dictionary<long, (long Least, long Most)> _bounds = [];

    /// <summary>Learns from a stamp.</summary>
    /// <param name="stamp">When the silo says that it happened, UTC.</param>
    public void Add(Operation operation, DateTime stamp)
    {
        var (sent, completed) = (Utc(operation.Sent), Utc(operation.Completed) + 1);
        var second = sent / TimeSpan.TicksPerSecond;
        var (least, most) = _bounds.GetValueOrDefault(second, (long.MinValue, long.MaxValue));
        _bounds[second] = (Math.Max(least, stamp.Ticks - completed), Math.Min(most, stamp.Ticks - sent));
    }

    /// <summary>The time on the silo's clock in which an operation of the driver lies for certain.</summary>
    /// <param name="sent">When it was sent, ticks of the history.</param>
    /// <param name="completed">When its answer was complete.</param>
    /// <returns>Null if no stamp near it is known, or the silo's clock was set in between.</returns>
    public (long From, long Until)? Window(long sent, long completed)
    {
        return Near(sent) is { } first && Near(completed) is { } last
            ? (Utc(sent) + first.Least, Utc(completed) + 1 + last.Most)
            : null;
    }

    private (long Least, long Most)? Near(long tick)
    {
        var second = Utc(tick) / TimeSpan.TicksPerSecond;
        var (least, most) = (long.MinValue, long.MaxValue);
        for (var near = second - 1; near <= second + 1; near++)
        {
            if (_bounds.TryGetValue(near, out var bounds))
                (least, most) = (Math.Max(least, bounds.Least), Math.Min(most, bounds.Most));
        }

        return least == long.MinValue || least - Drift > most + Drift ? null : (least - Drift, most + Drift);
    }

    private long Utc(long tick) => history.Clock.ToUtc(tick).UtcTicks;
}

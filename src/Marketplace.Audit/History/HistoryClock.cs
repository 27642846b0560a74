namespace Marketplace.Audit.History;

/// <summary>Ties the monotonic ticks of a history to the wall clock of the driver's machine.</summary>
/// <param name="Ticks">A reading of <see cref="TimeProvider.GetTimestamp"/>.</param>
/// <param name="Utc">The wall clock at that reading.</param>
/// <param name="Frequency">Ticks a second.</param>
public sealed record HistoryClock(long Ticks, DateTimeOffset Utc, long Frequency)
{
    /// <summary>Reads both clocks now.</summary>
    /// <param name="time">The clocks.</param>
    public static HistoryClock Read(TimeProvider time) => new(time.GetTimestamp(), time.GetUtcNow(), time.TimestampFrequency);

    /// <summary>The wall clock at a tick.</summary>
    /// <param name="ticks">A tick of this history.</param>
    public DateTimeOffset ToUtc(long ticks) => Utc + TimeSpan.FromSeconds((double)(ticks - Ticks) / Frequency);

    /// <summary>The time between two ticks.</summary>
    /// <param name="from">The earlier one.</param>
    /// <param name="to">The later one.</param>
    public TimeSpan Between(long from, long to) => TimeSpan.FromSeconds((double)(to - from) / Frequency);
}

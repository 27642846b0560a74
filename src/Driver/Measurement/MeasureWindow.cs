namespace Marketplace.Driver.Measurement;

/// <summary>
/// When the measurement is: in ticks of <see cref="TimeProvider.GetTimestamp"/>. Thread-safe: who runs the load says when it begins, the
/// workers ask.
/// </summary>
internal sealed class MeasureWindow
{
    /// <summary>Start of a measurement that has not been told yet when it begins.</summary>
    public const long Unknown = long.MaxValue;

    private long _start;

    private MeasureWindow(long origin, long epochTicks, int warmUp, int measured, long start) =>
        (Origin, EpochTicks, WarmUp, Measured, _start) = (origin, epochTicks, warmUp, measured, start);

    /// <summary>Start of the warm-up.</summary>
    public long Origin { get; }

    /// <summary>Length of an epoch.</summary>
    public long EpochTicks { get; }

    /// <summary>Epochs of warm-up; 0 where it lasts until throughput is steady.</summary>
    public int WarmUp { get; }

    /// <summary>Measured epochs.</summary>
    public int Measured { get; }

    /// <summary>First tick of the measurement; <see cref="Unknown"/> while that is not known.</summary>
    public long Start => Volatile.Read(ref _start);

    /// <summary>Tick after the last of the measurement, if nothing ends it early; <see cref="Unknown"/> while that is not known.</summary>
    public long End => EndOf(Start);

    /// <summary>A measurement after some epochs of warm-up.</summary>
    public static MeasureWindow After(long origin, long epochTicks, int warmUp, int epochs) =>
        new(origin, epochTicks, warmUp, epochs - warmUp, origin + warmUp * epochTicks);

    /// <summary>A measurement that begins when <see cref="BeginAt"/> is called.</summary>
    public static MeasureWindow Open(long origin, long epochTicks, int epochs) => new(origin, epochTicks, 0, epochs, Unknown);

    /// <summary>Says when the measurement begins.</summary>
    /// <param name="tick">A tick to come, so far ahead that every worker knows it before it comes.</param>
    public void BeginAt(long tick) => Volatile.Write(ref _start, tick);

    /// <summary>True within the measurement.</summary>
    public bool Contains(long tick)
    {
        var start = Start;
        return tick >= start && tick < EndOf(start);
    }

    /// <summary>The measured epoch that a tick lies in, from 0; only for ticks within the measurement.</summary>
    public int EpochOf(long tick) => (int)((tick - Start) / EpochTicks);

    private long EndOf(long start) => start == Unknown ? Unknown : start + Measured * EpochTicks;
}

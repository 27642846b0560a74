namespace Marketplace.Driver.Measurement;

/// <summary>When the measurement is: in ticks of <see cref="TimeProvider.GetTimestamp"/>.</summary>
/// <param name="Origin">Start of the warm-up.</param>
/// <param name="EpochTicks">Length of an epoch.</param>
/// <param name="WarmUp">Epochs of warm-up.</param>
/// <param name="Epochs">All epochs.</param>
internal sealed record MeasureWindow(long Origin, long EpochTicks, int WarmUp, int Epochs)
{
    /// <summary>First tick of the measurement.</summary>
    public long Start => Origin + WarmUp * EpochTicks;

    /// <summary>Tick after the last of the measurement, if nothing ends it early.</summary>
    public long End => Origin + Epochs * EpochTicks;

    /// <summary>Measured epochs.</summary>
    public int Measured => Epochs - WarmUp;

    /// <summary>True within the measurement.</summary>
    /// <param name="tick">A tick.</param>
    public bool Contains(long tick) => tick >= Start && tick < End;

    /// <summary>The measured epoch that a tick lies in, from 0; only for ticks within the measurement.</summary>
    /// <param name="tick">A tick.</param>
    public int EpochOf(long tick) => (int)((tick - Start) / EpochTicks);
}

using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Load;

/// <summary>Begins the measurement once throughput is steady, or the limit is reached. One thread uses it.</summary>
/// <param name="window">Where the measurement is to begin; open if the warm-up lasts until throughput is steady.</param>
/// <param name="frequency">Ticks a second.</param>
/// <param name="readCompiled">Reads how many methods the targets and the driver have compiled; null where that is not known.</param>
internal sealed class WarmUpWatch(EpochSettings epochs, MeasureWindow window, long frequency, Func<Task<long?>> readCompiled)
{
    // Workers must know when the measurement begins before it does.
    private const double LeadSeconds = 0.05;

    private readonly SteadyRule _rule = new();
    private readonly CompilerReadings _compilers = new(readCompiled);

    /// <summary>Takes a second of the warm-up; those after it do not count.</summary>
    public void Add(SeriesRow row, long now)
    {
        if (window.Start != MeasureWindow.Unknown) return;
        var isSteady = _rule.Add(row.Throughput.Sum(), _compilers.Next());

        // It begins with the next whole second, so that seconds are whole in all figures.
        var next = (now - window.Origin + (long)(LeadSeconds * frequency)) / frequency + 1;
        if (isSteady || next >= epochs.WarmUpLimit) window.BeginAt(window.Origin + next * frequency);
    }

    /// <summary>How the warm-up went.</summary>
    public WarmUpSummary Summary(double seconds) => epochs.WarmUp.IsSteady
        ? new WarmUpSummary(seconds, _rule.IsSteady)
        {
            LimitSeconds = epochs.WarmUpLimit,
            Difference = _rule.Difference,
            Compiled = _rule.Compiled,
        }
        : new WarmUpSummary(seconds, null);
}

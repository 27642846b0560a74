using System.Diagnostics;

namespace Marketplace.Simulation.Commands;

/// <summary>What the worlds of a campaign have come to so far, and how fast they are. Only one thread uses it at a time.</summary>
/// <param name="options">The campaign.</param>
internal sealed class CampaignTally(SimulationOptions options)
{
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private readonly Tally _tally = new();
    private readonly Pace _pace = new(options.Worlds);

    /// <summary>How many worlds have been run.</summary>
    public long Worlds => _tally.Worlds;

    /// <summary>Since it began.</summary>
    public TimeSpan Elapsed => _clock.Elapsed;

    /// <summary>How far it is, in a line.</summary>
    public string Progress => Report.Progress(_tally, options.Worlds, Elapsed);

    /// <summary>Takes what some worlds have come to.</summary>
    public void Add(Tally some)
    {
        _tally.Add(some);
        _pace.Note(_tally, Elapsed);
    }

    /// <summary>Writes the report.</summary>
    /// <returns>The exit code.</returns>
    public int Write(TextWriter output)
    {
        var elapsed = Elapsed;
        return Report.Write(output, _tally, options, elapsed, _pace.Of(_tally, elapsed));
    }
}

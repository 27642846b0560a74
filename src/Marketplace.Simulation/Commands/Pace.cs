namespace Marketplace.Simulation.Commands;

/// <summary>
/// How fast worlds go when all is compiled: what the second half of them takes. The first half pays for the start of the processes.
/// </summary>
/// <param name="worlds">How many there will be.</param>
internal sealed class Pace(long worlds)
{
    private (long Worlds, TimeSpan Elapsed, double ProcessorMilliseconds)? _half;

    /// <summary>Notes when half of the worlds are done.</summary>
    /// <param name="sum">The sum of all that have ended.</param>
    /// <param name="elapsed">Time since the first one began.</param>
    public void Note(Tally sum, TimeSpan elapsed)
    {
        if (_half is null && sum.Worlds * 2 >= worlds)
            _half = (sum.Worlds, elapsed, sum.ProcessorMilliseconds);
    }

    /// <summary>The pace of those that have ended since.</summary>
    /// <returns>Null if there are none.</returns>
    public Sustained? Of(Tally sum, TimeSpan elapsed) => _half is { } half && sum.Worlds > half.Worlds && elapsed > half.Elapsed
        ? new Sustained(
            sum.Worlds - half.Worlds,
            (sum.Worlds - half.Worlds) / (elapsed - half.Elapsed).TotalSeconds,
            (sum.ProcessorMilliseconds - half.ProcessorMilliseconds) / (sum.Worlds - half.Worlds))
        : null;
}

/// <summary>The pace of many worlds.</summary>
/// <param name="Worlds">How many it was measured on.</param>
/// <param name="WorldsPerSecond">Worlds that all processes together end in a second.</param>
/// <param name="ProcessorMilliseconds">Time of a processor that a world takes.</param>
internal sealed record Sustained(long Worlds, double WorldsPerSecond, double ProcessorMilliseconds);

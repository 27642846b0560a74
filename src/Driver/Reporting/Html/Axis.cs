namespace Marketplace.Driver.Reporting.Html;

/// <summary>Turns values into coordinates.</summary>
/// <param name="To">Value at the end; more than <paramref name="From"/>.</param>
/// <param name="IsLog">True for a logarithmic axis; its values are positive.</param>
/// <param name="Step">Distance of the grid lines of a linear axis.</param>
internal sealed record Axis(double From, double To, double Begin, double End, bool IsLog, double Step)
{
    /// <summary>A linear axis from 0 to a round number, with room for the largest value.</summary>
    public static Axis Linear(double largest, double begin, double end)
    {
        var step = StepOf(Math.Max(largest, 1e-9));
        return new Axis(0, Math.Ceiling(Math.Max(largest, 1e-9) / step) * step, begin, end, IsLog: false, step);
    }

    /// <summary>A linear axis from 0 to exactly the largest value.</summary>
    public static Axis Exact(double largest, double begin, double end) =>
        new(0, largest, begin, end, IsLog: false, StepOf(Math.Max(largest, 1e-9)));

    /// <summary>A logarithmic axis over whole decades.</summary>
    public static Axis Log(double smallest, double largest, double begin, double end)
    {
        var from = Math.Pow(10, Math.Floor(Math.Log10(Math.Max(smallest, 1e-3))));
        var to = Math.Pow(10, Math.Ceiling(Math.Log10(Math.Max(largest, from * 1.01))));
        return new Axis(from, to, begin, end, IsLog: true, Step: 0);
    }

    /// <summary>A logarithmic axis from and to 1, 2 or 5 times a power of ten.</summary>
    public static Axis FineLog(double smallest, double largest, double begin, double end)
    {
        var decades = Log(smallest, largest, begin, end);
        var ticks = FineTicks(decades.From, decades.To).ToList();
        var from = ticks.FindLast(tick => tick <= Math.Max(smallest, decades.From));
        return decades with { From = from, To = ticks.Find(tick => tick >= largest && tick > from), IsFine = true };
    }

    /// <summary>True for a logarithmic axis with grid lines within its decades.</summary>
    public bool IsFine { get; private init; }

    /// <summary>The coordinate of a value.</summary>
    public double At(double value)
    {
        var share = IsLog
            ? Math.Log10(Math.Max(value, From) / From) / Math.Log10(To / From)
            : (value - From) / (To - From);
        return Begin + (share * (End - Begin));
    }

    /// <summary>Values for grid lines: about five, at round numbers; on a logarithmic axis the decades.</summary>
    public IEnumerable<double> Ticks()
    {
        if (IsFine)
        {
            foreach (var tick in FineTicks(From, To))
                yield return tick;
            yield break;
        }

        if (IsLog)
        {
            for (var tick = From; tick <= To * 1.001; tick *= 10)
                yield return tick;
            yield break;
        }

        for (var i = 0; From + (i * Step) <= To + (Step / 1000); i++)
            yield return From + (i * Step);
    }

    // The bounds are of this series themselves, but for their last bits.
    private static IEnumerable<double> FineTicks(double from, double to)
    {
        for (var power = Math.Floor(Math.Log10(from) + 1e-9); ; power++)
        {
            foreach (var digit in (double[])[1, 2, 5])
            {
                var tick = power < 0 ? digit / Math.Pow(10, -power) : digit * Math.Pow(10, power);
                if (tick > to * 1.001) yield break;
                if (tick >= from / 1.001) yield return tick;
            }
        }
    }

    // 1, 2 or 5 times a power of ten, so that there are four to eight of them.
    private static double StepOf(double range)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(range)));
        return (range / power) switch
        {
            < 1.5 => power / 5,
            < 3 => power / 2,
            < 7 => power,
            _ => power * 2,
        };
    }
}

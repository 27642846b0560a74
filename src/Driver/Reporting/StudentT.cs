namespace Marketplace.Driver.Reporting;

/// <summary>Quantiles of Student's t distribution, for confidence intervals of a mean.</summary>
internal static class StudentT
{
    private const double Normal = 1.959964;

    private static readonly double[] Table =
    [
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    ];

    /// <summary>The 97.5 % quantile: both tails of a 95 % interval. Above the table, Cornish and Fisher's expansion, to 0.1 %.</summary>
    /// <param name="degrees">Degrees of freedom, at least 1.</param>
    public static double Quantile975(int degrees)
    {
        if (degrees <= Table.Length) return Table[degrees - 1];
        var square = Normal * Normal;
        var first = Normal * (square + 1) / (4 * degrees);
        return Normal + first + Normal * (5 * square * square + 16 * square + 3) / (96.0 * degrees * degrees);
    }
}

using System.Globalization;

namespace Marketplace.Audit.History;

/// <summary>
/// Tids and product versions of a run. The driver holds both as numbers: tid n is "{run}-{n}"; a product's version is "0" as ingested,
/// and the tid of its replacement after that.
/// </summary>
public static class RunNames
{
    /// <summary>The tid with this number.</summary>
    /// <param name="run">Run id.</param>
    /// <param name="number">Number of the transaction, from 1.</param>
    public static string Tid(string run, long number) => string.Create(CultureInfo.InvariantCulture, $"{run}-{number}");

    /// <summary>The version with this number.</summary>
    /// <param name="run">Run id.</param>
    /// <param name="number">0 as ingested, else the number of the delete's transaction.</param>
    public static string Version(string run, long number) => number == 0 ? "0" : Tid(run, number);
}

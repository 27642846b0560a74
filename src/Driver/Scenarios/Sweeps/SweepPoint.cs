using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Driver.Scenarios.Sweeps;

/// <summary>One combination of the axes' values.</summary>
/// <param name="Number">Its number, from 1.</param>
internal sealed record SweepPoint(int Number, ImmutableArray<string> Labels, Scenario Scenario)
{
    /// <summary>Folder of its runs within that of the sweep: number and labels.</summary>
    public string Folder
    {
        get
        {
            var labels = string.Join('-', Labels).Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '.' ? letter : '-');
            return string.Create(CultureInfo.InvariantCulture, $"{Number:000}-{string.Concat(labels)}");
        }
    }
}

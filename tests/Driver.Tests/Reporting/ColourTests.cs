using System.Globalization;
using System.Text.RegularExpressions;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting;

/// <summary>The colours of lines can be told apart by those who see fewer of them, and stand out from the paper.</summary>
public sealed partial class ColourTests
{
    // Linear RGB as it is seen: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009.
    private static readonly (string Name, double[] Matrix)[] Eyes =
    [
        ("all colours", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
        ("no red", [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998]),
        ("no green", [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881]),
        ("no blue", [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900]),
    ];

    // In CIELAB. 2.3 is a difference that is just seen by one who looks for it.
    private const double DistanceMin = 12;

    // What WCAG asks of graphical objects.
    private const double ContrastMin = 3;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Lines_differ_for_every_eye(int palette)
    {
        var (colours, paper) = Palettes()[palette];
        Assert.Equal(7, colours.Count);
        foreach (var (name, matrix) in Eyes)
        {
            var seen = colours.Select(colour => Lab(See(matrix, colour))).ToList();
            for (var i = 0; i < seen.Count; i++)
            {
                for (var j = 0; j < i; j++)
                {
                    var distance = Math.Sqrt(seen[i].Zip(seen[j], (one, other) => (one - other) * (one - other)).Sum());
                    Assert.True(distance >= DistanceMin, $"{name}: colours {j} and {i} differ by {distance:0.0} only.");
                }
            }
        }

        Assert.All(colours, colour => Assert.True(Contrast(colour, paper) >= ContrastMin, "A line hardly stands out from the paper."));
    }

    private static List<(List<double[]> Colours, double[] Paper)> Palettes()
    {
        var style = File.ReadAllText(Repository.File("src", "Driver", "Reporting", "Html", "chart.css"));
        return [.. Root().Matches(style).Select(root => (
            Colour().Matches(root.Value).Select(match => Linear(match.Groups[1].Value)).ToList(),
            Linear(Paper().Match(root.Value).Groups[1].Value)))];
    }

    private static double[] Linear(string hex) =>
    [
        .. Enumerable.Range(0, 3).Select(i => int.Parse(hex.AsSpan(2 * i, 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture) / 255.0)
            .Select(part => part <= 0.04045 ? part / 12.92 : Math.Pow((part + 0.055) / 1.055, 2.4)),
    ];

    private static double[] See(double[] matrix, double[] colour) =>
        [.. matrix.Chunk(3).Select(row => Math.Clamp(row.Zip(colour, (weight, part) => weight * part).Sum(), 0, 1))];

    private static double Luminance(double[] colour) => 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];

    private static double Contrast(double[] one, double[] other)
    {
        var (light, dark) = (Math.Max(Luminance(one), Luminance(other)), Math.Min(Luminance(one), Luminance(other)));
        return (light + 0.05) / (dark + 0.05);
    }

    private static double[] Lab(double[] colour)
    {
        var x = Root3((0.4124 * colour[0] + 0.3576 * colour[1] + 0.1805 * colour[2]) / 0.95047);
        var y = Root3(Luminance(colour));
        var z = Root3((0.0193 * colour[0] + 0.1192 * colour[1] + 0.9505 * colour[2]) / 1.08883);
        return [116 * y - 16, 500 * (x - y), 200 * (y - z)];

        static double Root3(double value) => value > 0.008856 ? Math.Cbrt(value) : 7.787 * value + 16.0 / 116;
    }

    [GeneratedRegex(@":root \{[^}]*\}")]
    private static partial Regex Root();

    [GeneratedRegex(@"--c\d: #([0-9a-f]{6})")]
    private static partial Regex Colour();

    [GeneratedRegex(@"--paper: #([0-9a-f]{6})")]
    private static partial Regex Paper();
}

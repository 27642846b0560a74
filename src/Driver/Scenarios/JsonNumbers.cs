using System.Globalization;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>Reads JSON numbers whatever they were made from.</summary>
internal static class JsonNumbers
{
    /// <summary>The number; a JSON number that came from a file and one that was made in code are different things to the library.</summary>
    /// <param name="number">A number.</param>
    public static double AsDouble(this JsonNode number) => double.Parse(number.ToJsonString(), CultureInfo.InvariantCulture);
}

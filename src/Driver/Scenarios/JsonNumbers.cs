using System.Globalization;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>Reads JSON numbers whatever they were made from.</summary>
internal static class JsonNumbers
{
    /// <summary>The number; to the library, one from a file and one made in code are different things.</summary>
    public static double AsDouble(this JsonNode number) => double.Parse(number.ToJsonString(), CultureInfo.InvariantCulture);
}

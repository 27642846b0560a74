namespace Marketplace.Driver.Scenarios;

/// <summary>A value is not what the schema expects; the loader adds the file to it.</summary>
/// <param name="path">JSON path of the value.</param>
/// <param name="problem">What was expected, and what was found.</param>
internal sealed class SchemaViolation(string path, string problem) : Exception(problem)
{
    /// <summary>JSON path of the value.</summary>
    public string Path { get; } = path;
}

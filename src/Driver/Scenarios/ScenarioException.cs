namespace Marketplace.Driver.Scenarios;

/// <summary>A scenario is wrong. The message names file, JSON path, and what was expected (exit code 2).</summary>
/// <param name="file">The file, or what stands in for it.</param>
/// <param name="path">JSON path of the member.</param>
/// <param name="problem">What was expected, and what was found.</param>
internal sealed class ScenarioException(string file, string path, string problem) : Exception($"{file}: {path}: {problem}.");

namespace Marketplace.Driver.Reporting;

/// <summary>A folder does not hold the results that a step needs; the message says what to do.</summary>
/// <param name="message">What is wrong.</param>
internal sealed class RunFolderException(string message) : Exception(message);

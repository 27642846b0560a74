namespace Marketplace.Audit.Exports;

/// <summary>Facts that should be there could not be had: the checks that need them are missing, and the audit fails.</summary>
/// <param name="message">What failed, for example "GET audit/events answered 500".</param>
/// <param name="cause">What made it fail; null for a record that is none.</param>
public sealed class FactsMissingException(string message, Exception? cause = null) : Exception(message, cause);

using System.Text.Json;
using System.Text.Json.Serialization;
using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json;

/// <summary>Writes the outcome of a mark as a word in kebab-case: payment-failed.</summary>
public sealed class MarkOutcomeConverter() : JsonStringEnumConverter<MarkOutcome>(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false);

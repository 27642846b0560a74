using System.Text.Json;
using System.Text.Json.Serialization;
using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json;

/// <summary>Writes a checkout's outcome as committed, rejected or payment-failed.</summary>
public sealed class CheckoutOutcomeConverter()
    : JsonStringEnumConverter<CheckoutOutcome>(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false);

/// <summary>Writes the outcome of a receipt as a word in kebab-case: payment-failed.</summary>
public sealed class ReceiptOutcomeConverter()
    : JsonStringEnumConverter<ReceiptOutcome>(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false);

using System.Text.Json;
using System.Text.Json.Serialization;
using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json;

/// <summary>Writes a checkout's outcome as committed, rejected or payment-failed.</summary>
public sealed class CheckoutOutcomeConverter : JsonConverter<CheckoutOutcome>
{
    /// <inheritdoc/>
    public override CheckoutOutcome Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType == JsonTokenType.String)
        {
            if (reader.ValueTextEquals("committed"u8))
                return CheckoutOutcome.Committed;
            if (reader.ValueTextEquals("rejected"u8))
                return CheckoutOutcome.Rejected;
            if (reader.ValueTextEquals("payment-failed"u8))
                return CheckoutOutcome.PaymentFailed;
        }

        throw new JsonException("The outcome of a checkout is one of committed, rejected and payment-failed.");
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, CheckoutOutcome value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value switch
        {
            CheckoutOutcome.Committed => "committed"u8,
            CheckoutOutcome.Rejected => "rejected"u8,
            CheckoutOutcome.PaymentFailed => "payment-failed"u8,
            _ => throw new JsonException($"{(int)value} is no outcome of a checkout."),
        });
}

using System.Text.Json;
using System.Text.Json.Serialization;
using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json;

/// <summary>Writes the payment type of a checkout as CREDIT_CARD, DEBIT_CARD or BOLETO; public silos know nothing else.</summary>
public sealed class PaymentTypeConverter : JsonConverter<PaymentType>
{
    /// <inheritdoc/>
    public override PaymentType Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType == JsonTokenType.String)
        {
            if (reader.ValueTextEquals("CREDIT_CARD"u8))
                return PaymentType.CreditCard;
            if (reader.ValueTextEquals("DEBIT_CARD"u8))
                return PaymentType.DebitCard;
            if (reader.ValueTextEquals("BOLETO"u8))
                return PaymentType.Boleto;
        }

        throw new JsonException("The payment type of a checkout is one of CREDIT_CARD, DEBIT_CARD and BOLETO.");
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, PaymentType value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value switch
        {
            PaymentType.CreditCard => "CREDIT_CARD"u8,
            PaymentType.DebitCard => "DEBIT_CARD"u8,
            PaymentType.Boleto => "BOLETO"u8,
            _ => throw new JsonException($"{value} is no payment type of a checkout."),
        });
}

/// <summary>Writes a checkout's outcome as committed, rejected or payment-failed.</summary>
public sealed class CheckoutOutcomeConverter()
    : JsonStringEnumConverter<CheckoutOutcome>(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false);

/// <summary>Writes the outcome of a receipt as a word in kebab-case: payment-failed.</summary>
public sealed class ReceiptOutcomeConverter()
    : JsonStringEnumConverter<ReceiptOutcome>(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false);

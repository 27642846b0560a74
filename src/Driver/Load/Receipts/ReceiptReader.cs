using System.Buffers.Text;
using System.Text;
using System.Text.Json;
using Marketplace.Audit.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load.Receipts;

/// <summary>Reads the receipts that GET /receipts answers, without building them. One collector uses it.</summary>
internal sealed class ReceiptReader(string run)
{
    private readonly byte[] _prefix = Encoding.UTF8.GetBytes(run + "-");
    private readonly List<NumberedReceipt> _receipts = [];

    /// <summary>Reads an answer.</summary>
    /// <returns>The receipts, valid until the next call.</returns>
    /// <exception cref="InvalidDataException">It is something else.</exception>
    public IReadOnlyList<NumberedReceipt> Read(ReadOnlySpan<byte> body)
    {
        _receipts.Clear();
        try
        {
            var reader = new Utf8JsonReader(body);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartArray) throw new JsonException("An array was expected.");
            while (reader.Read() && reader.TokenType == JsonTokenType.StartObject)
                _receipts.Add(ReadReceipt(ref reader));
        }
        catch (Exception error) when (error is JsonException or InvalidOperationException or FormatException)
        {
            throw new InvalidDataException($"GET /receipts answered no list of receipts: {error.Message}", error);
        }

        return _receipts;
    }

    private NumberedReceipt ReadReceipt(ref Utf8JsonReader reader)
    {
        var (id, number, sequence, sellers, packages) = (0L, 0L, 0L, 0, 0);
        OutcomeClass? outcome = null;
        var checkout = default(CheckoutReading);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("id"u8)) id = Next(ref reader).GetInt64();
            else if (reader.ValueTextEquals("tid"u8)) number = Number(Next(ref reader));
            else if (reader.ValueTextEquals("outcome"u8)) outcome = Outcome(Next(ref reader));
            else if (reader.ValueTextEquals("orderId"u8)) checkout = checkout with { OrderId = Next(ref reader).GetInt32() };
            else if (reader.ValueTextEquals("countItems"u8)) checkout = checkout with { CountItems = Next(ref reader).GetInt32() };
            else if (reader.ValueTextEquals("totalInvoice"u8)) checkout = checkout with { TotalInvoice = Next(ref reader).GetDecimal() };
            else if (reader.ValueTextEquals("sequence"u8)) sequence = Next(ref reader).GetInt64();
            else if (reader.ValueTextEquals("sellers"u8)) sellers = Next(ref reader).GetInt32();
            else if (reader.ValueTextEquals("packages"u8)) packages = Next(ref reader).GetInt32();
            else Next(ref reader).Skip();
        }

        var receipt = new Receipt(outcome ?? throw new JsonException("A receipt has no outcome."), checkout, sequence, sellers, packages);
        return new NumberedReceipt(id, number, receipt);
    }

    private static ref Utf8JsonReader Next(ref Utf8JsonReader reader)
    {
        reader.Read();
        return ref reader;
    }

    private long Number(in Utf8JsonReader reader)
    {
        var tid = reader.ValueSpan;
        return reader.TokenType == JsonTokenType.String
            && tid.StartsWith(_prefix)
            && Utf8Parser.TryParse(tid[_prefix.Length..], out long number, out var used)
            && used == tid.Length - _prefix.Length
            && number > 0
                ? number
                : 0;
    }

    /// <summary>As an answer would be mapped (contract §6): what was refused, though, the driver should not have sent.</summary>
    private static OutcomeClass Outcome(in Utf8JsonReader reader) => reader switch
    {
        _ when reader.ValueTextEquals("committed"u8) => OutcomeClass.Committed,
        _ when reader.ValueTextEquals("rejected"u8) => OutcomeClass.Rejected,
        _ when reader.ValueTextEquals("payment-failed"u8) => OutcomeClass.PaymentFailed,
        _ when reader.ValueTextEquals("aborted"u8) => OutcomeClass.Aborted,
        _ when reader.ValueTextEquals("timed-out"u8) => OutcomeClass.TimedOut,
        _ when reader.ValueTextEquals("failed"u8) => OutcomeClass.TransportError,
        _ when reader.ValueTextEquals("refused"u8) => OutcomeClass.DriverFault,
        _ => throw new JsonException($"\"{reader.GetString()}\" is no outcome."),
    };
}

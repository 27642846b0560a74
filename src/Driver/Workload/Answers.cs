using System.Text.Json;
using Marketplace.Audit.History;
using Marketplace.Driver.Http;

namespace Marketplace.Driver.Workload;

/// <summary>Reads what the load needs of an answer's body. One that is missing or not JSON says nothing: public silos send none.</summary>
internal static class Answers
{
    public static CheckoutReading Checkout(ReadOnlySpan<byte> body)
    {
        var reading = default(CheckoutReading);
        try
        {
            var reader = new Utf8JsonReader(body);
            while (NextMember(ref reader))
            {
                if (reader.ValueTextEquals("outcome"u8))
                    reading = reading with { Outcome = Outcome(ref reader) };
                else if (reader.ValueTextEquals("orderId"u8))
                    reading = reading with { OrderId = (int)Number(ref reader) };
                else if (reader.ValueTextEquals("countItems"u8))
                    reading = reading with { CountItems = (int)Number(ref reader) };
                else if (reader.ValueTextEquals("totalInvoice"u8))
                    reading = reading with { TotalInvoice = Amount(ref reader) };
                else
                    Skip(ref reader);
            }
        }
        catch (JsonException)
        {
            return default;
        }

        return reading;
    }

    /// <summary>Reads the sequence of a price update or product delete; 0 if it is not there.</summary>
    public static long Sequence(ReadOnlySpan<byte> body) => Numbers(body, "sequence"u8, default).First;

    /// <summary>Reads how many sellers and packages an update delivery concerned; 0 if they are not there.</summary>
    public static (int Sellers, int Packages) Delivery(ReadOnlySpan<byte> body)
    {
        var (sellers, packages) = Numbers(body, "sellers"u8, "packages"u8);
        return ((int)sellers, (int)packages);
    }

    /// <summary>True if the answer is a problem whose type ends with a name.</summary>
    public static bool IsProblem(ReadOnlySpan<byte> body, ReadOnlySpan<byte> name)
    {
        try
        {
            var reader = new Utf8JsonReader(body);
            while (NextMember(ref reader))
            {
                if (!reader.ValueTextEquals("type"u8))
                    Skip(ref reader);
                else if (reader.Read() && reader.TokenType == JsonTokenType.String)
                    return reader.ValueSpan.EndsWith(name);
            }
        }
        catch (JsonException)
        {
            return false;
        }

        return false;
    }

    private static (long First, long Second) Numbers(ReadOnlySpan<byte> body, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        var numbers = (First: 0L, Second: 0L);
        try
        {
            var reader = new Utf8JsonReader(body);
            while (NextMember(ref reader))
            {
                if (reader.ValueTextEquals(first))
                    numbers.First = Number(ref reader);
                else if (reader.ValueTextEquals(second))
                    numbers.Second = Number(ref reader);
                else
                    Skip(ref reader);
            }
        }
        catch (JsonException)
        {
            return default;
        }

        return numbers;
    }

    /// <summary>Moves to the name of the next member of the one object that a body is.</summary>
    private static bool NextMember(ref Utf8JsonReader reader)
    {
        if (!reader.Read()) return false;
        if (reader.TokenType == JsonTokenType.StartObject && reader.CurrentDepth == 0 && !reader.Read()) return false;
        return reader.TokenType == JsonTokenType.PropertyName;
    }

    private static void Skip(ref Utf8JsonReader reader)
    {
        reader.Read();
        reader.Skip();
    }

    private static long Number(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType == JsonTokenType.Number && reader.TryGetInt64(out var number) && number >= 0 ? number : 0;
    }

    private static decimal Amount(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType == JsonTokenType.Number && reader.TryGetDecimal(out var amount) ? amount : 0;
    }

    private static OutcomeClass? Outcome(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType != JsonTokenType.String) return null;
        if (reader.ValueTextEquals("committed"u8)) return OutcomeClass.Committed;
        if (reader.ValueTextEquals("rejected"u8)) return OutcomeClass.Rejected;
        return reader.ValueTextEquals("payment-failed"u8) ? OutcomeClass.PaymentFailed : null;
    }
}

/// <summary>What a checkout's answer says.</summary>
/// <param name="Outcome">The outcome; null where the body does not say, as with public silos.</param>
/// <param name="OrderId">The order; 0 where none was made.</param>
/// <param name="CountItems">Items in the order; 0 where the target does not say.</param>
/// <param name="TotalInvoice">What the customer pays; 0 where no order was made.</param>
internal readonly record struct CheckoutReading(OutcomeClass? Outcome, int OrderId, int CountItems, decimal TotalInvoice);

/// <summary>Turns an HTTP answer into an outcome class (contract §6).</summary>
internal static class OutcomeMapping
{
    /// <summary>The class of an answer. The body of a successful checkout may say more (<see cref="Answers.Checkout"/>).</summary>
    public static OutcomeClass Of(in HttpAnswer answer, OperationKind kind) => answer switch
    {
        { Failure: HttpFailure.TimedOut } => OutcomeClass.TimedOut,
        { Failure: HttpFailure.ConnectionLost or HttpFailure.NotSent } => OutcomeClass.TransportError,
        { IsSuccess: true } => OutcomeClass.Committed,
        { Status: 503 } => OutcomeClass.Aborted,
        { Status: >= 500 } => OutcomeClass.TransportError,
        { Status: 409 } when kind is OperationKind.PriceUpdate or OperationKind.ProductDelete => OutcomeClass.Rejected,
        { Status: 422 } => OfUnprocessable(answer.Body.Span),
        _ => OutcomeClass.DriverFault,
    };

    private static OutcomeClass OfUnprocessable(ReadOnlySpan<byte> body) =>
        Answers.IsProblem(body, "out-of-stock"u8) ? OutcomeClass.Rejected
        : Answers.IsProblem(body, "payment-declined"u8) ? OutcomeClass.PaymentFailed
        : OutcomeClass.DriverFault;
}

using System.Text.Json;
using System.Text.Unicode;

namespace Marketplace.Contracts.Json.Input;

/// <summary>Reads one object, from its first member on.</summary>
internal delegate T ObjectBody<out T>(ref InputReader input);

/// <summary>
/// Reads what clients send, straight over the bytes: unknown members are skipped, of repeated ones the last counts, null stands for
/// a missing one. What it can't accept it refuses with an <see cref="InvalidInputException"/>.
/// </summary>
internal ref partial struct InputReader
{
    /// <summary>Deepest nesting that is read; our own bodies need three.</summary>
    public const int MaxDepth = 16;

    private const int LongestEscapedText = 256;

    private static readonly JsonReaderOptions Options = new() { MaxDepth = MaxDepth };

    private Utf8JsonReader _json;

    private InputReader(ReadOnlySpan<byte> utf8, DateTime now, bool capsPrices)
    {
        _json = new Utf8JsonReader(utf8, Options);
        (Now, CapsPrices) = (now, capsPrices);
    }

    /// <summary>The time that stands for missing dates, UTC.</summary>
    public DateTime Now { get; }

    /// <summary>Whether a price beyond the largest amount is taken for that.</summary>
    public bool CapsPrices { get; }

    /// <summary>Reads a text that is one object.</summary>
    /// <param name="now">The time that stands for missing dates, UTC.</param>
    /// <param name="capsPrices">Whether a price beyond the largest amount is taken for that.</param>
    public static T ReadObject<T>(ReadOnlySpan<byte> utf8, DateTime now, ObjectBody<T> body, bool capsPrices = false)
    {
        if (!Utf8.IsValid(utf8))
            throw new InvalidInputException("The body is not UTF-8.");

        try
        {
            var input = new InputReader(utf8, now, capsPrices);
            if (!input._json.Read() || input._json.TokenType != JsonTokenType.StartObject)
                throw new InvalidInputException("The body is not a JSON object.");

            var value = body(ref input);
            input._json.Read();
            return value;
        }
        catch (JsonException exception)
        {
            throw new InvalidInputException(
                $"The body is not JSON that can be read (at most {MaxDepth} levels deep): "
                + $"line {exception.LineNumber + 1}, byte {exception.BytePositionInLine + 1}.");
        }
        catch (InvalidOperationException)
        {
            // A \u escape that is half of a surrogate pair passes as JSON, and has no text.
            throw new InvalidInputException("The body has a text with an escape that is no character.");
        }
    }

    /// <summary>Moves to the next member that has a value.</summary>
    /// <returns>False at the end of the object.</returns>
    public bool Next(ref Members members)
    {
        while (_json.Read() && _json.TokenType == JsonTokenType.PropertyName)
        {
            var known = IsMember(ref members);
            _json.Read();
            if (!known)
            {
                _json.Skip();
            }
            else if (_json.TokenType != JsonTokenType.Null)
            {
                members.Note();
                return true;
            }
        }

        members.Complete();
        return false;
    }

    /// <summary>Reads the current member, an object.</summary>
    public T Object<T>(in Members members, ObjectBody<T> body)
    {
        if (_json.TokenType != JsonTokenType.StartObject)
            throw Expected(members, "an object");

        return body(ref this);
    }

    private bool IsMember(ref Members members)
    {
        if (!_json.ValueIsEscaped)
            return members.TryMove(_json.ValueSpan);

        Span<byte> buffer = stackalloc byte[LongestEscapedText];
        return _json.ValueSpan.Length <= buffer.Length && members.TryMove(buffer[.._json.CopyString(buffer)]);
    }

    private static InvalidInputException Expected(in Members members, string what) => new($"{members.Name}: expected {what}.");
}

using System.Buffers.Text;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Marketplace.Contracts.Json.Input;

/// <summary>The kinds of values.</summary>
internal ref partial struct InputReader
{
    /// <summary>An id: 1 to int.MaxValue.</summary>
    public readonly int Id(in Members members) => Int(members, 1, int.MaxValue);

    /// <summary>A whole number, also as a string.</summary>
    public readonly int Int(in Members members, int min, int max)
    {
        Span<byte> buffer = stackalloc byte[LongestEscapedText];
        var text = Text(buffer);
        if (!Utf8Parser.TryParse(text, out int value, out var consumed) || consumed != text.Length || value < min || value > max)
            throw Expected(members, string.Create(CultureInfo.InvariantCulture, $"a whole number from {min} to {max}"));

        return value;
    }

    /// <summary>An amount of money, also as a string: exact, not negative, at most <see cref="Amounts.Max"/>.</summary>
    public readonly decimal Money(in Members members)
    {
        Span<byte> buffer = stackalloc byte[LongestEscapedText];
        if (!Input.Money.TryParse(Text(buffer), out var value))
        {
            throw Expected(
                members,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"an amount from 0 to {Amounts.Max} with at most {Amounts.MaxDigits} digits, {Amounts.MaxDecimals} of them after the point"));
        }

        return value;
    }

    /// <summary>The price of a product: an amount; where prices are capped one beyond the largest amount is taken for that.</summary>
    public readonly decimal Price(in Members members)
    {
        Span<byte> buffer = stackalloc byte[LongestEscapedText];
        return CapsPrices && Input.Money.IsBeyond(Text(buffer)) ? Amounts.Max : Money(members);
    }

    /// <summary>A text of limited length; where asked for, a number stands for its digits.</summary>
    public readonly string String(in Members members, int maxBytes = 8192, bool orNumber = false)
    {
        if (_json.TokenType == JsonTokenType.Number && orNumber && _json.ValueSpan.Length <= maxBytes)
            return Encoding.UTF8.GetString(_json.ValueSpan);

        if (_json.TokenType == JsonTokenType.String && _json.ValueSpan.Length <= maxBytes)
        {
            var text = _json.GetString()!;
            if (!text.Contains('\0', StringComparison.Ordinal))
                return text;
        }

        throw Expected(members, $"a {(orNumber ? "string or a number" : "string")} of at most {maxBytes} bytes, without U+0000");
    }

    /// <summary>A version: opaque, also a number.</summary>
    public readonly string Version(in Members members) => String(members, 128, orNumber: true);

    /// <summary>A transaction id: opaque, also a number, not empty.</summary>
    public readonly string Tid(in Members members)
    {
        var tid = Version(members);
        return tid.Length > 0 ? tid : throw Expected(members, "a transaction id of 1 to 128 bytes");
    }

    /// <summary>A truth value, also as a string.</summary>
    public readonly bool Bool(in Members members)
    {
        if (_json.TokenType is JsonTokenType.True or JsonTokenType.False)
            return _json.TokenType == JsonTokenType.True;

        Span<byte> buffer = stackalloc byte[LongestEscapedText];
        var text = Text(buffer);
        return Utf8Parser.TryParse(text, out bool value, out var consumed) && consumed == text.Length
            ? value
            : throw Expected(members, "true or false");
    }

    /// <summary>A time in ISO 8601; without a zone it is UTC.</summary>
    /// <returns>The time in UTC.</returns>
    public readonly DateTime Time(in Members members)
    {
        if (_json.TokenType != JsonTokenType.String || !_json.TryGetDateTime(out var time))
            throw Expected(members, "a time in ISO 8601, such as 2025-01-31T12:00:00Z");

        return time.Kind == DateTimeKind.Unspecified ? DateTime.SpecifyKind(time, DateTimeKind.Utc) : time.ToUniversalTime();
    }

    /// <summary>A value of an enum: its number, also as a string, or its name.</summary>
    public readonly T Enum<T>(in Members members)
        where T : struct, Enum
    {
        Span<byte> buffer = stackalloc byte[LongestEscapedText];
        var text = Text(buffer);
        if (Utf8Parser.TryParse(text, out int number, out var consumed) && consumed == text.Length
            ? EnumNames<T>.TryFind(number, out var value)
            : EnumNames<T>.TryFind(text, out value))
        {
            return value;
        }

        throw Expected(members, $"one of {string.Join(", ", System.Enum.GetNames<T>())}, or its number");
    }

    public ImmutableArray<T> List<T>(in Members members, int max, ObjectBody<T> body)
    {
        if (_json.TokenType != JsonTokenType.StartArray)
            throw Expected(members, "a list");

        var list = ImmutableArray.CreateBuilder<T>();
        while (_json.Read() && _json.TokenType != JsonTokenType.EndArray)
        {
            if (_json.TokenType != JsonTokenType.StartObject || list.Count == max)
                throw Expected(members, $"a list of at most {max} objects");

            list.Add(body(ref this));
        }

        return list.DrainToImmutable();
    }

    // The characters of a number or a string; empty, which no kind of value accepts, for anything else.
    private readonly ReadOnlySpan<byte> Text(Span<byte> buffer)
    {
        if (_json.TokenType == JsonTokenType.Number)
            return _json.ValueSpan;

        if (_json.TokenType != JsonTokenType.String || _json.ValueSpan.Length > buffer.Length)
            return default;

        return _json.ValueIsEscaped ? buffer[.._json.CopyString(buffer)] : _json.ValueSpan;
    }
}

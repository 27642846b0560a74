using System.Buffers;
using System.Buffers.Text;

namespace Marketplace.Contracts.Json.Input;

/// <summary>Reads money without rounding it (contract §1): 12.709999 stays what it is, with its scale.</summary>
internal static class Money
{
    // Of a number in JSON; a parser of texts would take words for it as well.
    private static readonly SearchValues<byte> Letters = SearchValues.Create("0123456789+-.eE"u8);

    /// <summary>Reads an amount.</summary>
    /// <param name="text">A JSON number: digits, a point, an exponent.</param>
    /// <returns>False if it is no number, negative, larger than <see cref="Amounts.Max"/>, or has too many digits (<see cref="Amounts"/>).</returns>
    public static bool TryParse(ReadOnlySpan<byte> text, out decimal value)
    {
        value = 0;
        var exponentAt = text.IndexOfAny((byte)'e', (byte)'E');
        var mantissa = exponentAt < 0 ? text : text[..exponentAt];
        if (!IsExact(mantissa) || !Utf8Parser.TryParse(mantissa, out decimal parsed, out var consumed) || consumed != mantissa.Length)
            return false;

        if (exponentAt >= 0 && !TryShift(ref parsed, text[(exponentAt + 1)..]))
            return false;

        // Minus zero is zero, and must not show its sign.
        value = parsed == 0 ? Math.Abs(parsed) : parsed;
        return value is >= 0 and <= Amounts.Max && value.Scale <= Amounts.MaxDecimals;
    }

    /// <summary>Whether a text is a number beyond the largest amount, however many digits it has.</summary>
    /// <returns>False also if it is no number.</returns>
    public static bool IsBeyond(ReadOnlySpan<byte> text) =>
        text.Length > 0
        && !text.ContainsAnyExcept(Letters)
        && Utf8Parser.TryParse(text, out double number, out var consumed)
        && consumed == text.Length
        && number >= Amounts.Max;

    // Digits with at most one point, and no more of them than a decimal holds.
    private static bool IsExact(ReadOnlySpan<byte> mantissa)
    {
        var digits = 0;
        foreach (var letter in mantissa)
        {
            if (letter is >= (byte)'0' and <= (byte)'9')
                digits++;
        }

        return digits is > 0 and <= Amounts.MaxDigits;
    }

    // Moves the point. A client that prints 0.00001 as 1e-05 means the same amount.
    private static bool TryShift(ref decimal value, ReadOnlySpan<byte> exponentText)
    {
        if (exponentText is [(byte)'+', .. var rest])
            exponentText = rest;

        if (!Utf8Parser.TryParse(exponentText, out int exponent, out var consumed)
            || consumed != exponentText.Length
            || exponent is < -Amounts.MaxDigits or > Amounts.MaxDigits)
        {
            return false;
        }

        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var scale = value.Scale - exponent;
        if (scale > Amounts.MaxDigits)
            return false;

        value = new decimal(bits[0], bits[1], bits[2], value < 0, (byte)Math.Max(scale, 0));
        for (; scale < 0 && value <= Amounts.Max; scale++)
            value *= 10;

        return scale >= 0 || value > Amounts.Max;
    }
}

using System.Globalization;
using System.Numerics;

namespace Orleans.Runtime;

/// <summary>
/// The text of a key or a type. Text that is a canonical hexadecimal number, as the key of an integer grain is, is kept as that
/// number: it costs no allocation, and hashes and compares in a few instructions.
/// </summary>
public readonly struct IdSpan : IEquatable<IdSpan>, IComparable<IdSpan>
{
    private const int DigitsMax = 16;

    private readonly long _number;
    private readonly string? _text;

    private IdSpan(long number, string? text)
    {
        _number = number;
        _text = text;
    }

    /// <summary>Makes an id of its text.</summary>
    /// <param name="id">The text.</param>
    public static IdSpan Create(string id)
    {
        ArgumentNullException.ThrowIfNull(id);
        return IsCanonicalNumber(id)
            ? new IdSpan(long.Parse(id, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture), null)
            : new IdSpan(0, id);
    }

    /// <inheritdoc/>
    public bool Equals(IdSpan other) => _number == other._number && string.Equals(_text, other._text, StringComparison.Ordinal);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is IdSpan other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _text is null ? _number.GetHashCode() : _text.GetHashCode(StringComparison.Ordinal);

    /// <summary>Compares the texts by code point: 10 comes before 9.</summary>
    /// <param name="other">The other id.</param>
    public int CompareTo(IdSpan other)
    {
        if (_text is null && other._text is null)
            return CompareHexadecimal((ulong)_number, (ulong)other._number);
        Span<char> text = stackalloc char[DigitsMax];
        Span<char> otherText = stackalloc char[DigitsMax];
        return TextOrder.Compare(Text(text), other.Text(otherText));
    }

    /// <inheritdoc/>
    public override string ToString() => _text ?? _number.ToString("X", CultureInfo.InvariantCulture);

    /// <summary>Whether two ids have the same text.</summary>
    /// <param name="left">One id.</param>
    /// <param name="right">The other id.</param>
    public static bool operator ==(IdSpan left, IdSpan right) => left.Equals(right);

    /// <summary>Whether two ids have different texts.</summary>
    /// <param name="left">One id.</param>
    /// <param name="right">The other id.</param>
    public static bool operator !=(IdSpan left, IdSpan right) => !left.Equals(right);

    /// <summary>Whether one id comes before the other.</summary>
    /// <param name="left">One id.</param>
    /// <param name="right">The other id.</param>
    public static bool operator <(IdSpan left, IdSpan right) => left.CompareTo(right) < 0;

    /// <summary>Whether one id comes before the other, or is it.</summary>
    /// <param name="left">One id.</param>
    /// <param name="right">The other id.</param>
    public static bool operator <=(IdSpan left, IdSpan right) => left.CompareTo(right) <= 0;

    /// <summary>Whether one id comes after the other.</summary>
    /// <param name="left">One id.</param>
    /// <param name="right">The other id.</param>
    public static bool operator >(IdSpan left, IdSpan right) => left.CompareTo(right) > 0;

    /// <summary>Whether one id comes after the other, or is it.</summary>
    /// <param name="left">One id.</param>
    /// <param name="right">The other id.</param>
    public static bool operator >=(IdSpan left, IdSpan right) => left.CompareTo(right) >= 0;

    internal static IdSpan Create(long number) => new(number, null);

    internal bool TryGetNumber(out long number)
    {
        number = _number;
        return _text is null;
    }

    // Digits from the left on, as texts are compared, and of two that begin alike the shorter one first.
    private static int CompareHexadecimal(ulong left, ulong right)
    {
        var (leftDigits, rightDigits) = (Digits(left), Digits(right));
        var byDigits = (left << (4 * (DigitsMax - leftDigits))).CompareTo(right << (4 * (DigitsMax - rightDigits)));
        return byDigits != 0 ? byDigits : leftDigits - rightDigits;
    }

    private static int Digits(ulong number) => Math.Max(1, (67 - BitOperations.LeadingZeroCount(number)) / 4);

    private ReadOnlySpan<char> Text(Span<char> buffer)
    {
        if (_text is not null)
            return _text;
        _number.TryFormat(buffer, out var length, "X", CultureInfo.InvariantCulture);
        return buffer[..length];
    }

    private static bool IsCanonicalNumber(string text)
    {
        if (text.Length is 0 or > DigitsMax || (text[0] == '0' && text.Length > 1))
            return false;
        foreach (var c in text)
        {
            if (!char.IsAsciiHexDigitUpper(c))
                return false;
        }
        return true;
    }
}

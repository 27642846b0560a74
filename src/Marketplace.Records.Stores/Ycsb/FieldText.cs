using System.Globalization;
using System.IO.Hashing;
using System.Text;

namespace Marketplace.Records.Stores.Ycsb;

/// <summary>
/// The text of a field: a hundred printable letters. They name record, field, writer and write, and end with a CRC-32 of all before it, so
/// that what is read can be held against what was written.
/// </summary>
internal static class FieldText
{
    public const int Length = 100;
    private const int NumberEnd = 16;
    private const int FieldEnd = NumberEnd + 1;
    private const int WriterEnd = FieldEnd + 8;
    private const int SequenceEnd = WriterEnd + 16;
    private const int CheckBegin = Length - 8;
    private const int LettersPerDraw = 10;
    private const string Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /// <summary>Makes the text of a write.</summary>
    /// <param name="number">Number of the record, from 0.</param>
    /// <param name="field">Place of the field, from 0.</param>
    /// <param name="writer">Number of the writer; 0 for the seed.</param>
    /// <param name="sequence">Number of the write among those of its writer.</param>
    public static (string Text, WriteMark Mark) Make(long number, int field, int writer, long sequence)
    {
        Span<char> text = stackalloc char[Length];
        var culture = CultureInfo.InvariantCulture;
        number.TryFormat(text, out _, "x16", culture);
        field.TryFormat(text[NumberEnd..], out _, "x1", culture);
        writer.TryFormat(text[FieldEnd..], out _, "x8", culture);
        sequence.TryFormat(text[WriterEnd..], out _, "x16", culture);
        Pad(text[SequenceEnd..CheckBegin], number * 31 + field + (sequence << 8) + writer);
        var check = Check(text);
        check.TryFormat(text[CheckBegin..], out _, "x8", culture);
        return (new string(text), new WriteMark(writer, sequence, check));
    }

    /// <summary>Reads a text.</summary>
    /// <returns>What it says; null if it is not what a writer wrote.</returns>
    public static FieldMark? Parse(ReadOnlySpan<char> text)
    {
        const NumberStyles hex = NumberStyles.AllowHexSpecifier;
        var culture = CultureInfo.InvariantCulture;
        var isWhole = text.Length == Length
            & long.TryParse(Part(text, 0, NumberEnd), hex, culture, out var number)
            & int.TryParse(Part(text, NumberEnd, FieldEnd), hex, culture, out var field)
            & int.TryParse(Part(text, FieldEnd, WriterEnd), hex, culture, out var writer)
            & long.TryParse(Part(text, WriterEnd, SequenceEnd), hex, culture, out var sequence)
            & uint.TryParse(Part(text, CheckBegin, Length), hex, culture, out var check);
        return isWhole && check == Check(text) ? new FieldMark(number, field, new WriteMark(writer, sequence, check)) : null;
    }

    private static ReadOnlySpan<char> Part(ReadOnlySpan<char> text, int from, int to) => text.Length == Length ? text[from..to] : default;

    private static uint Check(ReadOnlySpan<char> text)
    {
        Span<byte> bytes = stackalloc byte[CheckBegin];
        return Encoding.ASCII.TryGetBytes(text[..CheckBegin], bytes, out _) ? Crc32.HashToUInt32(bytes) : 0;
    }

    // What compresses, or is the same everywhere, is no data.
    private static void Pad(Span<char> text, long number)
    {
        var bits = 0UL;
        for (var i = 0; i < text.Length; i++)
        {
            if (i % LettersPerDraw == 0) bits = SeedData.Scramble(number + ((long)i << 48));
            text[i] = Letters[(int)(bits & 63)];
            bits >>= 6;
        }
    }
}

/// <summary>What the text of a field says.</summary>
internal readonly record struct FieldMark(long Number, int Field, WriteMark Mark);

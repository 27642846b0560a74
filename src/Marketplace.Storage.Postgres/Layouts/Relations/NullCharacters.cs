using System.Buffers;

namespace Marketplace.Storage.Postgres.Layouts.Relations;

/// <summary>
/// A text column takes every character but one, \u0000, which a client may send. Two characters stand for it: a mark twice. The mark is of
/// Unicode's private use; where a text has it, it is followed by another one.
/// </summary>
internal static class NullCharacters
{
    // The serializer writes what is not ASCII as escapes, the server writes it as it is; a column of JSON keeps the escapes.
    private static ReadOnlySpan<byte> Null => "\\u0000"u8;

    private static ReadOnlySpan<byte> EscapedMark => "\\uE000"u8;
    private static ReadOnlySpan<byte> EscapedOther => "\\uE001"u8;
    private static ReadOnlySpan<byte> Mark => "\uE000"u8;
    private static ReadOnlySpan<byte> Other => "\uE001"u8;

    /// <summary>Puts marks in the place of the character.</summary>
    /// <returns>The same if it has nothing of it.</returns>
    public static byte[] Hide(byte[] json)
    {
        ReadOnlySpan<byte> rest = json;
        if (rest.IndexOf(Null) < 0 && rest.IndexOf(EscapedMark) < 0)
            return json;

        var result = new ArrayBufferWriter<byte>(json.Length + 64);
        while (!rest.IsEmpty)
        {
            var length = Length(rest);
            if (rest.StartsWith(Null))
            {
                result.Write(EscapedMark);
                result.Write(EscapedMark);
            }
            else if (rest.StartsWith(EscapedMark))
            {
                result.Write(EscapedMark);
                result.Write(EscapedOther);
            }
            else
            {
                result.Write(rest[..length]);
            }

            rest = rest[length..];
        }

        return result.WrittenSpan.ToArray();
    }

    /// <summary>Takes marks away again.</summary>
    /// <returns>The same if it has none.</returns>
    public static byte[] Show(byte[] json)
    {
        ReadOnlySpan<byte> rest = json;
        if (rest.IndexOf(Mark) < 0 && rest.IndexOf(EscapedMark) < 0)
            return json;

        var result = new ArrayBufferWriter<byte>(json.Length + 64);
        while (!rest.IsEmpty)
        {
            if (TrySkip(ref rest, Mark, EscapedMark))
            {
                var isNull = TrySkip(ref rest, Mark, EscapedMark);
                _ = isNull || TrySkip(ref rest, Other, EscapedOther);
                result.Write(isNull ? Null : EscapedMark);
                continue;
            }

            var length = Length(rest);
            result.Write(rest[..length]);
            rest = rest[length..];
        }

        return result.WrittenSpan.ToArray();
    }

    private static bool TrySkip(ref ReadOnlySpan<byte> rest, ReadOnlySpan<byte> one, ReadOnlySpan<byte> same)
    {
        var found = rest.StartsWith(one) ? one.Length : rest.StartsWith(same) ? same.Length : 0;
        rest = rest[found..];
        return found > 0;
    }

    // Of an escape all of it: the second of two backslashes begins none.
    private static int Length(ReadOnlySpan<byte> rest) => rest[0] != '\\' ? 1 : rest[1] == 'u' ? 6 : 2;
}

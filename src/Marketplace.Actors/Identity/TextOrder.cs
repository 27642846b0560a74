namespace Orleans.Runtime;

/// <summary>The order of the texts of identities: the one of their bytes in UTF-8, which is the one of their code points.</summary>
internal static class TextOrder
{
    private const char FirstSurrogate = '\uD800';
    private const char LastSurrogate = '\uDFFF';

    public static int Compare(ReadOnlySpan<char> left, ReadOnlySpan<char> right)
    {
        var same = left.CommonPrefixLength(right);
        if (same == left.Length || same == right.Length)
            return left.Length - right.Length;
        return Rank(left[same]) - Rank(right[same]);
    }

    // Surrogates stand for the code points above all those that are one char.
    private static int Rank(char c) => c is >= FirstSurrogate and <= LastSurrogate ? c + char.MaxValue : c;
}

using System.Text;

namespace Marketplace.Contracts.Json.Input;

/// <summary>
/// The members that an object may have. Clients write one name in PascalCase, camelCase and snake_case, sometimes in one body
/// (contract §1), so names are compared without case and underscores.
/// </summary>
internal sealed class MemberNames
{
    private const int LongestName = 32;

    private readonly string[] _names;
    private readonly byte[][] _folded;

    /// <summary>Lists the members; their places in the list are what <see cref="Find"/> answers.</summary>
    /// <param name="names">Names as in contract §3; one that ends with an exclamation mark must be there.</param>
    public MemberNames(params ReadOnlySpan<string> names)
    {
        _names = new string[names.Length];
        _folded = new byte[names.Length][];
        for (var i = 0; i < names.Length; i++)
        {
            var name = names[i].TrimEnd('!');
            _names[i] = name;
            _folded[i] = Fold(name);
            if (name.Length < names[i].Length)
                Required |= 1u << i;
        }
    }

    /// <summary>The members that must be there, one bit each.</summary>
    public uint Required { get; }

    /// <summary>The name of a member, for messages.</summary>
    public string this[int member] => _names[member];

    /// <summary>Folds a name: lower case, no underscores.</summary>
    public static byte[] Fold(string name)
    {
        var folded = new byte[LongestName];
        var length = Fold(Encoding.UTF8.GetBytes(name), folded);
        return folded[..length];
    }

    /// <returns>The length; -1 if the name is too long to be one of ours.</returns>
    public static int Fold(ReadOnlySpan<byte> name, Span<byte> folded)
    {
        var length = 0;
        foreach (var letter in name)
        {
            if (letter == (byte)'_')
                continue;

            if (length == folded.Length)
                return -1;

            folded[length++] = letter is >= (byte)'A' and <= (byte)'Z' ? (byte)(letter | 0x20) : letter;
        }

        return length;
    }

    /// <param name="expected">Where to look first: clients write members in a fixed order.</param>
    /// <returns>Its place; -1 if there is none.</returns>
    public int Find(ReadOnlySpan<byte> name, int expected)
    {
        Span<byte> buffer = stackalloc byte[LongestName];
        var length = Fold(name, buffer);
        if (length < 0)
            return -1;

        ReadOnlySpan<byte> folded = buffer[..length];
        for (var i = expected; i < _folded.Length; i++)
        {
            if (folded.SequenceEqual(_folded[i]))
                return i;
        }

        for (var i = 0; i < expected; i++)
        {
            if (folded.SequenceEqual(_folded[i]))
                return i;
        }

        return -1;
    }
}

using System.Globalization;

namespace Marketplace.Records.Stores.Ycsb;

/// <summary>The records that the table begins with: the same for the same number of them.</summary>
internal static class UserData
{
    public const int Fields = 10;
    private const string FieldPrefix = "field";
    private const ulong FnvOffset = 0xCBF29CE484222325;
    private const ulong FnvPrime = 1_099_511_628_211;

    /// <summary>A record of the seed, or one that is inserted by a writer.</summary>
    /// <param name="number">Its number, from 0.</param>
    public static UserRecord Record(long number, int writer = 0, long sequence = 0) => new(
        Key(number), [.. Enumerable.Range(0, Fields).Select(field => FieldText.Make(number, field, writer, sequence).Text)]);

    /// <summary>The key of a record. The hash spreads neighbours, as in YCSB with insertorder=hashed.</summary>
    public static string Key(long number) => string.Create(CultureInfo.InvariantCulture, $"user{Hash(number)}");

    /// <summary>The hash of YCSB: FNV-1a with 64 bits over the bytes of a number, lowest first, without its sign.</summary>
    public static ulong Hash(long number)
    {
        var hash = FnvOffset;
        for (var i = 0; i < sizeof(long); i++)
        {
            hash ^= (ulong)number >> 8 * i & 0xFF;
            hash *= FnvPrime;
        }

        return (long)hash < 0 ? 0 - hash : hash;
    }

    /// <summary>Name of a field.</summary>
    /// <param name="field">Its place, from 0.</param>
    public static string FieldName(int field) => string.Create(CultureInfo.InvariantCulture, $"{FieldPrefix}{field}");

    /// <summary>The fields of a record by their names; a field that is missing is empty.</summary>
    public static string[] InOrder(IEnumerable<KeyValuePair<string, string>> fields)
    {
        var ordered = new string[Fields];
        Array.Fill(ordered, "");
        foreach (var (name, value) in fields)
            if (PlaceOf(name) is { } place) ordered[place] = value;
        return ordered;
    }

    /// <summary>The place of a field; null if there is none of this name.</summary>
    public static int? PlaceOf(string name) =>
        name.Length == FieldPrefix.Length + 1 && name.StartsWith(FieldPrefix, StringComparison.Ordinal) && char.IsAsciiDigit(name[^1])
            ? name[^1] - '0'
            : null;
}

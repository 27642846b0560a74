namespace Marketplace.Contracts.Json.Input;

/// <summary>The values of an enum by folded name: CREDIT_CARD and CreditCard are one.</summary>
internal static class EnumNames<T>
    where T : struct, Enum
{
    private static readonly (byte[] Name, T Value)[] Entries =
        [.. Enum.GetValues<T>().Select(value => (MemberNames.Fold(value.ToString()), value))];

    public static bool TryFind(ReadOnlySpan<byte> name, out T value)
    {
        Span<byte> buffer = stackalloc byte[32];
        var length = MemberNames.Fold(name, buffer);
        if (length >= 0)
        {
            foreach (var entry in Entries)
            {
                if (buffer[..length].SequenceEqual(entry.Name))
                {
                    value = entry.Value;
                    return true;
                }
            }
        }

        value = default;
        return false;
    }

    public static bool TryFind(int number, out T value)
    {
        value = (T)Enum.ToObject(typeof(T), number);
        return Enum.IsDefined(value);
    }
}

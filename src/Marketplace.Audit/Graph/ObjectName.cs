using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Audit.Graph;

/// <summary>The names of versions in the history: `service/key@version`, and for Product and Stock `service/seller/product@version`.</summary>
public static class ObjectName
{
    /// <summary>The services, and the logs of sellers' updates; their keys are one number, or the pair of seller and product.</summary>
    internal static ImmutableArray<string> Services { get; } =
        ["cart", "product", "stock", "order", "payment", "shipment", "customer", "seller", "updates"];

    /// <summary>Index of the service stock.</summary>
    internal static byte Stock { get; } = (byte)Services.IndexOf("stock");

    /// <summary>Takes the name of a version apart, whatever service it names.</summary>
    /// <param name="slash">Where the service ends.</param>
    /// <param name="at">Where the name of the object ends, which begins with the service.</param>
    /// <param name="version">The version.</param>
    /// <returns>False if it is none.</returns>
    public static bool TrySplit(ReadOnlySpan<char> name, out int slash, out int at, out long version)
    {
        (slash, at, version) = (name.IndexOf('/'), name.LastIndexOf('@'), 0);
        return slash >= 0 && at >= slash && Number(name[(at + 1)..], out version);
    }

    /// <returns>False if it is none.</returns>
    internal static bool TryParse(ReadOnlySpan<char> name, out byte service, out long key, out long version)
    {
        (service, key) = (0, 0);
        if (!TrySplit(name, out var slash, out var at, out version))
            return false;
        var index = IndexOf(name[..slash]);
        if (index < 0)
            return false;
        service = (byte)index;
        var keys = name[(slash + 1)..at];
        if (!IsPair(index))
            return Number(keys, out key);
        var between = keys.IndexOf('/');
        if (between < 0 || !Number(keys[..between], out var first) || !Number(keys[(between + 1)..], out var second))
            return false;
        key = (first << 32) | second;
        return first <= int.MaxValue && second <= uint.MaxValue;
    }

    internal static string Of(byte service, long key) => IsPair(service)
        ? string.Create(CultureInfo.InvariantCulture, $"{Services[service]}/{key >> 32}/{(uint)key}")
        : string.Create(CultureInfo.InvariantCulture, $"{Services[service]}/{key}");

    private static bool IsPair(int service) => Services[service] is "product" or "stock";

    private static int IndexOf(ReadOnlySpan<char> service)
    {
        for (var i = 0; i < Services.Length; i++)
        {
            if (service.SequenceEqual(Services[i]))
                return i;
        }

        return -1;
    }

    private static bool Number(ReadOnlySpan<char> text, out long number) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}

/// <summary>A transaction read or made a version of an object.</summary>
/// <param name="Version">The version, from 0.</param>
/// <param name="Service">Index of the service (<see cref="ObjectName.Services"/>).</param>
/// <param name="Unit">Which of its events the transaction did it for, from 0 (S#7).</param>
internal readonly record struct AccessRow(long Key, long Version, int Transaction, byte Service, byte Unit, bool IsWrite, byte Start = 0)
{
    /// <summary>Compares by object and version; who made a version comes before who read it.</summary>
    public static int Compare(AccessRow a, AccessRow b)
    {
        if (a.Service != b.Service)
            return a.Service.CompareTo(b.Service);
        if (a.Key != b.Key)
            return a.Key.CompareTo(b.Key);
        if (a.Version != b.Version)
            return a.Version.CompareTo(b.Version);
        return a.IsWrite != b.IsWrite ? b.IsWrite.CompareTo(a.IsWrite) : a.Transaction.CompareTo(b.Transaction);
    }

    /// <summary>Whether both are about one object.</summary>
    public bool IsOfObject(in AccessRow other) => Key == other.Key && Service == other.Service;
}

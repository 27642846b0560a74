using System.Globalization;

namespace Marketplace.Records.Stores;

/// <summary>The records that each run begins with: the same for the same number of rows.</summary>
internal static class SeedData
{
    public const int ItemsPerOwner = 10;
    public const int Categories = 50;
    public const int Statuses = 5;
    public const int Attributes = 10;
    public const int Tags = 5;
    private const int ValueLength = 30;
    private const int Roles = 5;
    private const int PermissionsPerRole = 10;
    private const int Permissions = 20;

    private static readonly DateTime Begin = new(2025, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>An item.</summary>
    /// <param name="id">Its number, from 1.</param>
    /// <param name="rows">Items of the seed: owners are spread over them.</param>
    public static Item Item(long id, int rows)
    {
        var bits = Scramble(id);
        var (price, quantity) = ((long)(bits % 99_900 + 100) / 100m, (int)(bits >> 20 & 1023));
        var created = Begin.AddSeconds(id);
        return new Item(
            id,
            Sku(id),
            Owner(id, rows),
            (int)(bits >> 32 & 0xFFFF) % Categories,
            (int)(bits >> 48 & 0xFF) % Statuses,
            price,
            quantity,
            created,
            created,
            [.. Enumerable.Range(0, Attributes).Select(place => new ItemAttribute(AttributeName(place), Text(id, place)))],
            [.. Enumerable.Range(0, Tags).Select(place => $"tag{Scramble(id * Tags + place) % 200}")],
            WriteMark.Of(id, 0, 0, price, quantity));
    }

    /// <summary>The text by which an item is found.</summary>
    public static string Sku(long id) => string.Create(CultureInfo.InvariantCulture, $"SKU-{Scramble(id) >> 32:x8}-{id}");

    /// <summary>The owner of an item.</summary>
    public static long Owner(long id, int rows) => (id - 1) % Math.Max(1, rows / ItemsPerOwner) + 1;

    /// <summary>Name of an attribute.</summary>
    /// <param name="place">Its place, from 0.</param>
    public static string AttributeName(int place) => string.Create(CultureInfo.InvariantCulture, $"attribute{place}");

    /// <summary>All roles: each has ten of the twenty permissions.</summary>
    public static IReadOnlyList<Role> AllRoles() =>
    [
        .. Enumerable.Range(1, Roles).Select(role => new Role(role, $"role-{role}",
            [.. Enumerable.Range(0, PermissionsPerRole).Select(place => Permission((role * 4 + place) % Permissions + 1)).OrderBy(one => one.Id)])),
    ];

    private static Permission Permission(int id) => new(id, $"permission-{id}", $"Allows operation {id} of the service");

    private static string Text(long id, int place) => string.Create(
        CultureInfo.InvariantCulture, $"{Scramble(id * 31 + place):x16}{Scramble(id * 37 + place):x16}")[..ValueLength];

    /// <summary>SplitMix64 (Steele, Lea and Flood, 2014).</summary>
    public static ulong Scramble(long number)
    {
        var z = (ulong)number * 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
}

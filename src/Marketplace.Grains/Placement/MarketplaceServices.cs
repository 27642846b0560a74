using System.Collections.Frozen;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Services;

namespace Marketplace.Grains.Placement;

/// <summary>The eight services (paper section 3.1). A type belongs to the service whose namespace it is in.</summary>
internal static class MarketplaceServices
{
    /// <summary>The names of all services: the words of the setting Services, of schedulers, database roles and schemas.</summary>
    public static ImmutableArray<string> Names => Found.Names;

    internal static ImmutableArray<Service> All => Found.Services;

    internal static ImmutableArray<GrainKind> Kinds => Found.Kinds;

    internal static ImmutableArray<ArchiveStream> Archives => Found.Archives;

    /// <summary>The service that a type belongs to.</summary>
    /// <param name="type">A grain class, a grain interface or a state.</param>
    /// <returns>Its name; null for a type of no service.</returns>
    public static string? Of(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        foreach (var service in All)
        {
            if (service.GetType().Namespace == type.Namespace)
                return service.Name;
        }

        return null;
    }

    internal static Service Named(string name) => All.First(service => service.Name == name);

    internal static GrainKind KindOf(Type grain) => Kinds.First(kind => kind.Grain == grain);

    internal static GrainKind KindOf(string stateName) => Kinds.First(kind => kind.StateName == stateName);

    internal static GrainKind Numbered(int number) => Found.ByNumber[number];

    // In the order of the numbers of their grains: each has one, and none changes.
    private static class Found
    {
        public static readonly ImmutableArray<Service> Services =
        [
            .. typeof(Service).Assembly.GetTypes()
                .Where(static type => type.IsSubclassOf(typeof(Service)))
                .Select(static type => (Service)Activator.CreateInstance(type)!)
                .OrderBy(static service => service.Grains[0].Number),
        ];

        public static readonly ImmutableArray<string> Names = [.. Services.Select(static service => service.Name)];
        public static readonly ImmutableArray<GrainKind> Kinds = [.. Services.SelectMany(static service => service.Grains)];
        public static readonly FrozenDictionary<int, GrainKind> ByNumber = Kinds.ToFrozenDictionary(static kind => (int)kind.Number);
        public static readonly ImmutableArray<ArchiveStream> Archives = [.. Services.SelectMany(static service => service.Archives)];
    }
}

using System.Collections.Frozen;
using System.Collections.Immutable;
using Marketplace.Grains.Placement;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>What each service has in the database.</summary>
internal static class Services
{
    private static readonly FrozenDictionary<string, string> OfArchives = MarketplaceServices.All
        .SelectMany(static service => service.Archives, static (service, stream) => (stream.Name, Service: service.Name))
        .ToFrozenDictionary(static pair => pair.Name, static pair => pair.Service);

    public static ImmutableArray<string> All => MarketplaceServices.Names;

    public static string Schema(string service) => "marketplace_" + service;

    /// <summary>Names of the kinds of finished records that lie with a service.</summary>
    public static IEnumerable<string> Archives(string service) =>
        MarketplaceServices.Named(service).Archives.Select(static stream => stream.Name);

    /// <summary>The service that a kind of finished records lies with.</summary>
    public static string OfArchive(string name) => OfArchives[name];
}

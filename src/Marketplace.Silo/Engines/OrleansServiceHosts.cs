using System.Collections.Immutable;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Gateway;
using Orleans;
using Orleans.Metadata;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>What the silos of an Orleans cluster host, from the lists of grain classes that they tell each other.</summary>
internal sealed class OrleansServiceHosts : IServiceHosts
{
    private readonly IClusterManifestProvider _manifests;
    private readonly ImmutableArray<(string Service, GrainType Type)> _types;
    private volatile Found? _found;

    /// <param name="manifests">The lists.</param>
    /// <param name="types">How Orleans names classes.</param>
    public OrleansServiceHosts(IClusterManifestProvider manifests, GrainTypeResolver types)
    {
        _manifests = manifests;
        _types =
        [
            .. typeof(ICartGrain).Assembly.GetTypes()
                .Where(static type => typeof(IGrain).IsAssignableFrom(type) && type is { IsClass: true, IsAbstract: false, IsGenericType: false })
                .Select(type => (Service: MarketplaceServices.Of(type), Type: type))
                .Where(static pair => pair.Service is not null)
                .Select(pair => (pair.Service!, types.GetGrainType(pair.Type))),
        ];
    }

    /// <inheritdoc/>
    public ImmutableArray<string> Missing
    {
        get
        {
            var manifest = _manifests.Current;
            if (_found is not { } found || !ReferenceEquals(found.Manifest, manifest))
            {
                found = new Found(manifest, FindMissing(manifest));
                _found = found;
            }

            return found.Missing;
        }
    }

    private ImmutableArray<string> FindMissing(ClusterManifest manifest) =>
    [
        .. _types
            .Where(pair => !manifest.Silos.Values.Any(silo => silo.Grains.ContainsKey(pair.Type)))
            .Select(static pair => pair.Service)
            .Distinct(),
    ];

    private sealed record Found(ClusterManifest Manifest, ImmutableArray<string> Missing);
}

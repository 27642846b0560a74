using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Gateway;
using Orleans;
using Orleans.Metadata;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>What the silos of an Orleans cluster host, from the lists of grain classes that they tell each other.</summary>
internal sealed class OrleansServiceHosts : IServiceHosts
{
    // Half of what Kubernetes gives a probe that says nothing else.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(0.5);

    private readonly IClusterManifestProvider _manifests;
    private readonly OrleansSilos _silos;
    private readonly TimeProvider _time;
    private readonly ImmutableArray<(string Service, GrainType Type)> _types;
    private volatile Found? _found;

    public OrleansServiceHosts(IClusterManifestProvider manifests, GrainTypeResolver types, OrleansSilos silos, TimeProvider time)
    {
        (_manifests, _silos, _time) = (manifests, silos, time);
        _types =
        [
            .. typeof(IServiceGrain).Assembly.GetTypes()
                .Where(static type => typeof(IGrain).IsAssignableFrom(type) && type is { IsClass: true, IsAbstract: false, IsGenericType: false })
                .Select(type => (Service: MarketplaceServices.Of(type), Type: type))
                .Where(static pair => pair.Service is not null)
                .Select(pair => (pair.Service!, types.GetGrainType(pair.Type))),
        ];
    }

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

    public async ValueTask<string?> NotKnownToAll(CancellationToken cancellationToken)
    {
        if (Missing is [_, ..] missing)
            return $"No silo of the cluster hosts {string.Join(", ", missing)} yet.";

        var answers = await Task.WhenAll(_silos.Others.Select(other => Ask(other.Name, other.Service, cancellationToken)));
        return answers.FirstOrDefault(static answer => answer is not null);
    }

    private async Task<string?> Ask(string name, IOrleansSiloService other, CancellationToken cancellationToken)
    {
        try
        {
            var missing = await other.MissingServices().WaitAsync(Patience, _time, cancellationToken);
            return missing.IsEmpty ? null : $"Silo {name} of the cluster does not know yet who hosts {string.Join(", ", missing)}.";
        }
        catch (Exception exception) when (exception is OrleansException or SiloLostException or TimeoutException)
        {
            return $"Silo {name} of the cluster does not answer.";
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

using Marketplace.Kubernetes.Tests.Manifests;
using Marketplace.Kubernetes.Tests.Rules;
using Xunit;

namespace Marketplace.Kubernetes.Tests;

/// <summary>One text is changed in a copy of the manifests, and a rule must say so.</summary>
public abstract class Mutations
{
    private protected const string Single = "overlays/single/kustomization.yaml";
    private protected const string Size = "overlays/single/size.yaml";
    private protected const string Cluster = "overlays/cluster/kustomization.yaml";
    private protected const string UsePostgres = "components/postgres/kustomization.yaml";
    private protected const string JoinPostgres = "components/membership-postgres/kustomization.yaml";
    private protected const string Postgres = "base/postgres/postgres.yaml";
    private protected const string PostgresNetwork = "base/postgres/network.yaml";
    private protected const string UseRedis = "components/redis/kustomization.yaml";
    private protected const string JoinRedis = "components/membership-redis/kustomization.yaml";
    private protected const string Secondary = "base/redis/secondary.yaml";
    private protected const string RedisNetwork = "base/redis/network.yaml";
    private protected const string Causal = "overlays/composite-causal/kustomization.yaml";
    private protected const string Cart = "overlays/per-service/cart/kustomization.yaml";
    private protected const string Images = "components/images/kustomization.yaml";
    private protected const string Silo = "base/silo/silo.yaml";
    private protected const string SiloSettings = "base/silo/kustomization.yaml";
    private protected const string SiloService = "base/silo/service.yaml";
    private protected const string Driver = "base/experiment/driver.yaml";
    private protected const string DriverSettings = "base/experiment/kustomization.yaml";
    private protected const string Network = "base/experiment/network.yaml";
    private protected const string Results = "base/experiment/results.yaml";

    /// <summary>Changes a text, and expects a rule to notice.</summary>
    private protected static async Task IsNoticed(string file, string old, string replacement, string expected)
    {
        using var mutated = new MutatedManifests(file, old, replacement);
        var problems = AllRules.Check(await Kustomize.Render(mutated.Overlay(OverlayOf(file))));
        Assert.Contains(problems, problem => problem.Contains(expected, StringComparison.Ordinal));
    }

    // An overlay that has the file.
    private protected static string OverlayOf(string file) => file.Split('/') switch
    {
        ["overlays", var overlay, ..] => overlay,
        [_, "postgres" or "membership-postgres", _] => "cluster",
        [_, "redis" or "membership-redis", _] => "composite-causal",
        _ => "single",
    };
}

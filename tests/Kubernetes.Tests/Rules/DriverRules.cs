using Marketplace.Driver.Scenarios;
using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>What the driver's Job is told to do.</summary>
internal static class DriverRules
{
    /// <summary>The driver takes its command line, and the scenario in the ConfigMap.</summary>
    public static IEnumerable<string> Scenario(ManifestSet manifests)
    {
        if (manifests.Drivers.Count() != 1)
            yield return $"Expected one driver, found {manifests.Drivers.Count()}.";

        foreach (var driver in manifests.Drivers)
        {
            if (Load(driver, manifests, out var problem) is null)
                yield return $"{driver.Title}: {problem}";
        }
    }

    /// <summary>The driver's targets are silos, and every silo that takes requests is one of them, once.</summary>
    public static IEnumerable<string> Targets(ManifestSet manifests)
    {
        var network = new Network(manifests);
        foreach (var driver in manifests.Drivers)
        {
            // The points of a sweep may have targets of their own: all together are the silos.
            var urls = (Load(driver, manifests, out _) ?? []).SelectMany(static scenario => scenario.Target.Urls ?? []).Distinct()
                .Select(static url => new Uri(url)).ToArray();
            foreach (var url in urls.Where(url => !network.Resolve(url.Host).Any(static pod => pod.IsSilo)))
                yield return $"{driver.Title}: {url} is no silo.";

            var targets = string.Join(", ", urls.Select(static url => url.Host).Order(StringComparer.Ordinal));
            var gateways = string.Join(", ", network.Resolve("gateway").SelectMany(Names).Order(StringComparer.Ordinal));
            if (targets != gateways)
                yield return $"{driver.Title}: its targets are {targets}; the gateways are {gateways}.";
        }
    }

    /// <summary>The scenarios that the driver runs: one, or those of the points of a sweep.</summary>
    public static IReadOnlyList<Scenario> Points(ManifestSet manifests) =>
        [.. manifests.Drivers.SelectMany(driver => Load(driver, manifests, out _) ?? [])];

    private static IEnumerable<string> Names(Pod pod) =>
        Enumerable.Range(0, pod.Replicas).Select(replica => $"{pod.Owner.Name}-{replica}.{pod.Owner.Spec.Text("serviceName")}");

    private static IReadOnlyList<Scenario>? Load(Container driver, ManifestSet manifests, out string problem)
    {
        var folder = Directory.CreateTempSubdirectory("kubernetes-scenarios-");
        try
        {
            return new DriverCommand(driver, manifests).Load(folder.FullName, out problem);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}

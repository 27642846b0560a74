using System.Text.RegularExpressions;
using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>Who must reach whom, can; and nobody else.</summary>
internal static partial class NetworkRules
{
    /// <summary>Driver to silos, silos to silos, silos to servers, secondary to primary.</summary>
    public static IEnumerable<string> Reachable(ManifestSet manifests)
    {
        var network = new Network(manifests);
        foreach (var (from, host, port) in Edges(manifests))
        {
            var targets = network.Resolve(host);
            if (targets.Count == 0)
                yield return $"{from.Title}: nobody has the name {host}.";

            foreach (var to in targets)
            {
                if (!to.Containers.Any(container => container.Ports.Contains(port)))
                    yield return $"{from.Title}: {host} does not listen at {port}.";
                else if (!network.Allows(from.Pod, to, port))
                    yield return $"{from.Title}: no policy lets it in at port {port} of {to.Owner.Title}.";
            }
        }

        if (!manifests.OfKind("NetworkPolicy").Any(static policy => policy.Spec.Map("podSelector").Count == 0 && !policy.Spec.List("ingress").Any()))
            yield return "No network policy keeps everybody out.";

        foreach (var policy in manifests.OfKind("NetworkPolicy"))
        {
            if (policy.Spec.List("ingress").Any(static rule => !rule.List("from").Any() || !rule.List("ports").Any()))
                yield return $"{policy.Title} has a rule that lets everybody in, or at every port.";
        }
    }

    private static IEnumerable<(Container From, string Host, string Port)> Edges(ManifestSet manifests)
    {
        foreach (var container in manifests.Containers)
        {
            var environment = container.Environment(manifests);
            var texts = environment.Values.Append(Container.Expand(string.Join(' ', container.Arguments), environment));
            foreach (var match in texts.SelectMany(static text => HostAndPort().Matches(text)))
                yield return (container, match.Groups["host"].Value, match.Groups["port"].Value);
        }

        // Silos know each other by address; whose name leads to them does not matter.
        foreach (var silo in manifests.Silos)
        {
            foreach (var other in manifests.Silos.Where(other => other.Port("cluster") is not null))
                yield return (silo, other.Pod.Owner.Spec.Text("serviceName"), other.Port("cluster")!);
        }
    }

    // http://silo-0.silo:8081, redis-primary:6379, Host=postgres;Port=5432, --replicaof redis-primary 6379
    [GeneratedRegex(
        @"(?:http://|^)(?<host>[a-z][a-z0-9.-]*):(?<port>\d+)|Host=(?<host>[a-z0-9.-]+);Port=(?<port>\d+)|"
        + @"--replicaof (?<host>[a-z0-9.-]+) (?<port>\d+)")]
    private static partial Regex HostAndPort();
}

using System.Text.Json.Nodes;
using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>Names and network policies of an overlay, as the cluster applies them.</summary>
internal sealed class Network(ManifestSet manifests)
{
    /// <summary>The pods behind a host name: a service, or a pod of a headless one.</summary>
    public IReadOnlyList<Pod> Resolve(string host) => host.Split('.') switch
    {
        [var service] => Behind(service),
        [var name, var service] => [.. Behind(service).Where(pod => pod.Owner.Spec.Text("serviceName") == service && IsReplica(pod, name))],
        _ => [],
    };

    /// <summary>True if a policy lets these pods in at that port, and everything else is kept out.</summary>
    public bool Allows(Pod from, Pod to, string port) => Allows(
        to,
        port,
        source => source.At("namespaceSelector") is null && source.Map("podSelector", "matchLabels").Selects(from.Labels));

    /// <summary>True if a policy lets a Prometheus of another namespace in at that port.</summary>
    public bool AllowsPrometheus(Pod to, string port) => Allows(
        to,
        port,
        static source => source.At("namespaceSelector") is not null
            && source.Map("podSelector", "matchLabels").GetValueOrDefault("app.kubernetes.io/name") == "prometheus");

    private bool Allows(Pod to, string port, Func<JsonNode?, bool> isSource) => manifests.OfKind("NetworkPolicy")
        .Where(policy => policy.Spec.Map("podSelector", "matchLabels").Selects(to.Labels))
        .SelectMany(static policy => policy.Spec.List("ingress"))
        .Any(rule => rule.List("from").Any(isSource) && rule.List("ports").Any(allowed => allowed.Text("port") == port));

    private Pod[] Behind(string service) =>
        manifests.Find("Service", service) is { } found ? [.. manifests.Selected(found.Spec.Map("selector"))] : [];

    private static bool IsReplica(Pod pod, string name) =>
        Enumerable.Range(0, pod.Replicas).Any(replica => name == $"{pod.Owner.Name}-{replica}");
}

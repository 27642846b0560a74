using System.Text.Json.Nodes;

namespace Marketplace.Kubernetes.Tests.Manifests;

/// <summary>All objects of a rendered overlay.</summary>
internal sealed class ManifestSet(IEnumerable<JsonObject> documents)
{
    public IReadOnlyList<Manifest> All { get; } = [.. documents.Select(static document => new Manifest(document))];
    public IEnumerable<Pod> Pods => All.Select(static manifest => manifest.Pod).OfType<Pod>();
    public IEnumerable<Container> Containers => Pods.SelectMany(static pod => pod.Containers);
    public IEnumerable<Container> Silos => Containers.Where(static container => container.IsSilo);
    public IEnumerable<Container> Drivers => Containers.Where(static container => container.IsDriver);

    public IEnumerable<Manifest> OfKind(string kind) => All.Where(manifest => manifest.Kind == kind);

    public Manifest? Find(string kind, string name) => All.FirstOrDefault(manifest => manifest.Kind == kind && manifest.Name == name);

    /// <summary>Pods that a Service, a disruption budget or a network policy is about.</summary>
    public IEnumerable<Pod> Selected(IReadOnlyDictionary<string, string> selector) => Pods.Where(pod => selector.Selects(pod.Labels));
}

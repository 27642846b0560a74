using System.Text.Json.Nodes;

namespace Marketplace.Kubernetes.Tests.Manifests;

/// <summary>The pods of one object.</summary>
/// <param name="template">What they are made from.</param>
internal sealed class Pod(Manifest owner, JsonObject template)
{
    public Manifest Owner => owner;
    public JsonNode? Spec => template["spec"];
    public IReadOnlyDictionary<string, string> Labels => template.Map("metadata", "labels");

    public IReadOnlyDictionary<string, string> Annotations => template.Map("metadata", "annotations");

    public IEnumerable<Container> Containers => ((string[])["initContainers", "containers"])
        .SelectMany(list => Spec.List(list))
        .Select(json => new Container(this, json));

    public bool IsSilo => Containers.Any(static container => container.IsSilo);
    public int Replicas => owner.Kind == "Job" ? 1 : owner.Spec.Number("replicas") ?? 1;

    /// <summary>A volume by its name; null if there is none.</summary>
    public JsonNode? Volume(string name) => Spec.List("volumes").FirstOrDefault(volume => volume.Text("name") == name);
}

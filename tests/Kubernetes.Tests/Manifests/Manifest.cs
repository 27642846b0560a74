using System.Text.Json.Nodes;

namespace Marketplace.Kubernetes.Tests.Manifests;

/// <summary>One object of a rendered overlay.</summary>
internal sealed class Manifest(JsonObject json)
{
    public JsonObject Json => json;
    public string Kind => json.Text("kind");
    public string Name => json.Text("metadata", "name");
    public string Title => $"{Kind} {Name}";
    public JsonNode? Spec => json["spec"];

    /// <summary>The pods that it makes; null if it makes none.</summary>
    public Pod? Pod => Kind switch
    {
        "Deployment" or "StatefulSet" or "DaemonSet" or "Job" => new Pod(this, Spec!["template"]!.AsObject()),
        "Pod" => new Pod(this, json),
        _ => null,
    };
}

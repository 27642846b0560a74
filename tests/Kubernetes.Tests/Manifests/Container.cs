using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Marketplace.Kubernetes.Tests.Manifests;

/// <summary>One container of a pod.</summary>
internal sealed partial class Container(Pod pod, JsonNode json)
{
    /// <summary>What stands for a value out of a Secret.</summary>
    public const string FromSecret = "from-the-secret";

    public const string PodAddress = "10.1.2.3";

    public Pod Pod => pod;
    public JsonNode Json => json;
    public string Title => $"{pod.Owner.Title}, container {json.Text("name")}";
    public string Image => json.Text("image");

    /// <summary>The image's name without registry and tag.</summary>
    public string ImageName => ImageParts().Match(Image).Groups["name"].Value;

    public string ImageTag => ImageParts().Match(Image).Groups["tag"].Value;
    public bool IsSilo => ImageName == "marketplace-silo";
    public bool IsDriver => ImageName == "marketplace-driver";
    public IEnumerable<string> Arguments => json.List("command").Concat(json.List("args")).Select(static argument => argument.Text());
    public IEnumerable<string> Ports => json.List("ports").Select(static port => port.Text("containerPort"));

    /// <summary>Number of a port that may be given by its name; null if the container has no such port.</summary>
    public string? Port(string port) => json.List("ports")
        .FirstOrDefault(item => item.Text("name") == port || item.Text("containerPort") == port)?.Text("containerPort");

    /// <summary>The environment as the kubelet would make it, with stand-ins for secrets and addresses.</summary>
    public IReadOnlyDictionary<string, string> Environment(ManifestSet manifests)
    {
        var all = json.List("envFrom")
            .SelectMany(source => (manifests.Find("ConfigMap", source.Text("configMapRef", "name"))?.Json).Map("data"))
            .ToDictionary(static pair => pair.Key, static pair => pair.Value);

        // A value sees the variables of this list that stand before it, and not those of envFrom.
        var own = new Dictionary<string, string>();
        foreach (var variable in json.List("env"))
        {
            var value = variable.At("valueFrom") is { } source ? Resolve(source) : Expand(variable.Text("value"), own);
            all[variable.Text("name")] = own[variable.Text("name")] = value;
        }

        return all;
    }

    /// <summary>Replaces `$(NAME)` where the name is known, as Kubernetes does.</summary>
    public static string Expand(string text, IReadOnlyDictionary<string, string> environment) =>
        Reference().Replace(text, match => environment.TryGetValue(match.Groups[1].Value, out var value) ? value : match.Value);

    private string Resolve(JsonNode source) => source.Text("fieldRef", "fieldPath") switch
    {
        "metadata.name" => $"{pod.Owner.Name}-0",
        "status.podIP" => PodAddress,
        _ when source.At("secretKeyRef") is not null => FromSecret,
        _ => throw new InvalidOperationException($"{Title}: these tests do not know {source.ToJsonString()}."),
    };

    [GeneratedRegex(@"\$\(([A-Za-z_][A-Za-z0-9_]*)\)")]
    private static partial Regex Reference();

    [GeneratedRegex(@"^(.*/)?(?<name>[^/:]+)(:(?<tag>[^/:]+))?$")]
    private static partial Regex ImageParts();
}

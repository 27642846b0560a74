using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>Nothing secret in a manifest, and nothing that lets a pod act on the cluster.</summary>
internal static partial class CredentialRules
{
    private static readonly string[] ApiKinds = ["ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"];

    /// <summary>Passwords come from a Secret that is made by hand, by reference.</summary>
    public static IEnumerable<string> NoLiterals(ManifestSet manifests)
    {
        foreach (var secret in manifests.OfKind("Secret"))
            yield return $"{secret.Title}: a secret in a manifest is none.";

        var texts = manifests.All.SelectMany(static manifest => Texts(manifest.Json).Select(text => (manifest.Title, Text: text)))
            .Concat(manifests.Containers.Select(static container => (container.Title, Text: string.Join(' ', container.Arguments))));
        foreach (var (title, text) in texts.Where(static item => Literal().IsMatch(item.Text)))
            yield return $"{title}: there is a password in '{text}'.";

        foreach (var container in manifests.Containers)
        {
            var named = container.Json.List("env").Where(static variable => SecretName().IsMatch(variable.Text("name")));
            foreach (var variable in named.Where(static variable => variable.At("valueFrom", "secretKeyRef") is null))
                yield return $"{container.Title}: {variable.Text("name")} is not from a Secret.";

            var references = container.Json.List("env").Select(static variable => variable.At("valueFrom", "secretKeyRef")).OfType<JsonNode>();
            foreach (var reference in references.Where(static reference => !IsMade(reference)))
                yield return $"{container.Title}: nobody makes {reference.ToJsonString()}.";
        }

        foreach (var settings in manifests.OfKind("ConfigMap"))
        {
            foreach (var name in settings.Json.Map("data").Keys.Where(static name => SecretName().IsMatch(name)))
                yield return $"{settings.Title}: {name} belongs into a Secret.";
        }
    }

    /// <summary>No pod has a token for the API, and nobody is given rights.</summary>
    public static IEnumerable<string> NoApiAccess(ManifestSet manifests) =>
        manifests.Pods
            .Where(static pod => pod.Spec.Text("automountServiceAccountToken") != "false")
            .Select(static pod => $"{pod.Owner.Title}: expected automountServiceAccountToken: false.")
            .Concat(manifests.All
                .Where(static manifest => ApiKinds.Contains(manifest.Kind))
                .Select(static manifest => $"{manifest.Title}: no pod needs rights in the cluster."));

    // The one Secret, with the keys that docs/kubernetes.md gives it.
    private static bool IsMade(JsonNode reference) => reference.Text("name") == "passwords" && reference.Text("key") is ("postgres" or "redis");

    private static IEnumerable<string> Texts(JsonNode? node) => node switch
    {
        JsonObject map => map.SelectMany(static member => Texts(member.Value)),
        JsonArray list => list.SelectMany(Texts),
        null => [],
        _ => [node.Text()],
    };

    // A connection string or an option with a password that is not a reference to a variable.
    [GeneratedRegex(@"(password|pwd|requirepass|masterauth)\s*[= ]\s*(?!\$\()[^\s;,]", RegexOptions.IgnoreCase)]
    private static partial Regex Literal();

    [GeneratedRegex("(PASSWORD|SECRET|TOKEN)$", RegexOptions.IgnoreCase)]
    private static partial Regex SecretName();
}

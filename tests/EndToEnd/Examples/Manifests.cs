using System.Text.RegularExpressions;

namespace Marketplace.EndToEnd.Examples;

/// <summary>What the manifests of Kubernetes declare, by the lines of their files.</summary>
internal sealed partial class Manifests
{
    private static readonly string[] Verbs = ["apply", "kustomize", "wait", "logs", "cp", "create", "delete", "get"];

    private readonly string _root;
    private readonly string[] _documents;

    public Manifests(string root)
    {
        _root = root;
        _documents =
        [
            .. Directory.EnumerateFiles(Path.Combine(root, "k8s"), "*.yaml", SearchOption.AllDirectories)
                .SelectMany(static file => File.ReadAllText(file).Split("\n---")),
        ];
    }

    /// <summary>Checks the arguments of kubectl.</summary>
    /// <returns>What is not there; null if nothing is wrong.</returns>
    public string? Problem(string[] arguments)
    {
        var rest = arguments is ["-n", var name, .. var after] && Has("Namespace", name) ? after : arguments;
        return rest switch
        {
            [var verb, ..] when !Verbs.Contains(verb) => $"expected {string.Join(", ", Verbs)} after a namespace of k8s, found {verb}",
            ["apply", "-k", var folder] => MissingOverlay(folder),
            ["kustomize", var folder] => MissingOverlay(folder),
            ["apply", "-f", "-"] => null,
            ["cp", var from, _] => IsInPod(from) ? null : $"no pod of k8s has {from}",
            ["create", "secret", "generic", var secret, .. var literals] => Array.Find(literals, literal => !IsAsked(secret, literal)) is { } unasked
                ? $"no pod of k8s takes {unasked} of the secret {secret}"
                : null,
            ["delete" or "get", var kind, var named] => Resource(kind, named),
            ["wait" or "logs", .. var options] => Array.Find(options, static option => option[0] != '-')?.Split('/') is [var kind, var named]
                ? Resource(kind, named)
                : "expected KIND/NAME",
            _ => "expected resources of k8s",
        };
    }

    /// <summary>Looks for an image with its tag.</summary>
    public string? MissingImage(string image) =>
        image.Split(':') is [var name, var tag] && _documents.Any(document =>
            Regex.IsMatch(document, $@"(name|newName): {Regex.Escape(name)}\n(\s+newName: .*\n)?\s+newTag: ""?{Regex.Escape(tag)}""?"))
            ? null
            : $"k8s has no image {image}";

    private string? MissingOverlay(string folder) =>
        File.Exists(Path.Combine(_root, folder, "kustomization.yaml")) ? null : $"{folder} has no kustomization.yaml";

    private string? Resource(string kind, string name) => Has(kind, name) ? null : $"k8s has no {kind} {name}";

    private bool Has(string kind, string name) => _documents.Any(document =>
        Regex.IsMatch(document, $@"(?im)^kind: {Regex.Escape(kind)}$") && Regex.IsMatch(document, $"(?m)^  name: {Regex.Escape(name)}$"));

    // results-0:/results/runs, which is where the driver writes its runs.
    private bool IsInPod(string place) => Pod().Match(place) is { Success: true } pod && Has("StatefulSet", pod.Groups[1].Value)
        && _documents.Any(document => document.Contains($"workingDir: {pod.Groups[2].Value}\n", StringComparison.Ordinal));

    // --from-literal=postgres=…
    private bool IsAsked(string secret, string literal) => literal.Split('=') is ["--from-literal", var key, ..]
        && _documents.Any(document => Regex.IsMatch(document, $@"secretKeyRef:\s+name: {secret}\s+key: {key}\b"));

    [GeneratedRegex(@"^([\w-]+)-\d+:(/.*)/runs$")]
    private static partial Regex Pod();
}

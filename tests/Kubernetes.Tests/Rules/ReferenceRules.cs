using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>What refers to something, refers to something that is there.</summary>
internal static class ReferenceRules
{
    /// <summary>Maps, claims, volumes and the service of a set, by name.</summary>
    public static IEnumerable<string> Names(ManifestSet manifests)
    {
        foreach (var pod in manifests.Pods)
        {
            foreach (var (kind, name) in References(pod).Where(reference => manifests.Find(reference.Kind, reference.Name) is null))
                yield return $"{pod.Owner.Title}: there is no {kind} {name}.";

            var claimed = pod.Owner.Spec.List("volumeClaimTemplates").Select(static claim => claim.Text("metadata", "name"));
            var mounts = pod.Containers
                .SelectMany(static container => container.Json.List("volumeMounts"))
                .Select(static mount => mount.Text("name"));
            foreach (var mount in mounts.Where(mount => pod.Volume(mount) is null && !claimed.Contains(mount)))
                yield return $"{pod.Owner.Title}: there is no volume {mount}.";
        }

        foreach (var set in manifests.OfKind("StatefulSet"))
        {
            var service = manifests.Find("Service", set.Spec.Text("serviceName"));
            if (service?.Spec.Text("clusterIP") != "None" || !service.Spec.Map("selector").Selects(set.Pod!.Labels))
                yield return $"{set.Title}: '{set.Spec.Text("serviceName")}' is no headless service of these pods.";
        }
    }

    /// <summary>Whoever selects pods selects some; whoever makes pods selects its own and no others.</summary>
    public static IEnumerable<string> Selectors(ManifestSet manifests)
    {
        var selectors = manifests.OfKind("Service").Select(static service => (service, Labels: service.Spec.Map("selector")))
            .Concat(manifests.OfKind("PodDisruptionBudget")
                .Select(static budget => (budget, Labels: budget.Spec.Map("selector", "matchLabels"))))
            .Concat(manifests.OfKind("NetworkPolicy")
                .SelectMany(static policy => NetworkSelectors(policy).Select(labels => (policy, Labels: labels))));
        foreach (var (manifest, labels) in selectors.Where(selector => !manifests.Selected(selector.Labels).Any()))
            yield return $"{manifest.Title} selects no pod: {string.Join(", ", labels)}.";

        foreach (var pod in manifests.Pods.Where(static pod => pod.Owner.Kind is "StatefulSet" or "Deployment"))
        {
            var selector = pod.Owner.Spec.Map("selector", "matchLabels");
            if (manifests.Selected(selector).ToArray() is not [var only] || only.Owner.Name != pod.Owner.Name)
                yield return $"{pod.Owner.Title} does not select its pods, and those alone.";
        }
    }

    /// <summary>A service leads to a port that every pod behind it has.</summary>
    public static IEnumerable<string> Ports(ManifestSet manifests) =>
        from service in manifests.OfKind("Service")
        from port in service.Spec.List("ports")
        let target = port.Text("targetPort") is { Length: > 0 } named ? named : port.Text("port")
        from pod in manifests.Selected(service.Spec.Map("selector"))
        let numbers = pod.Containers.Select(container => container.Port(target)).OfType<string>().ToArray()
        where numbers.Length != 1 || (service.Spec.Text("clusterIP") == "None" && numbers[0] != port.Text("port"))
        select $"{service.Title}: its port {port.Text("port")} does not lead to a port of {pod.Owner.Title}.";

    private static IEnumerable<(string Kind, string Name)> References(Pod pod)
    {
        foreach (var source in pod.Containers.SelectMany(static container => container.Json.List("envFrom")))
            yield return ("ConfigMap", source.Text("configMapRef", "name"));

        foreach (var volume in pod.Spec.List("volumes"))
        {
            if (volume.At("configMap") is { } map)
                yield return ("ConfigMap", map.Text("name"));

            if (volume.At("persistentVolumeClaim") is { } claim)
                yield return ("PersistentVolumeClaim", claim.Text("claimName"));
        }
    }

    // Whom other namespaces have is not for these manifests to say.
    private static IEnumerable<IReadOnlyDictionary<string, string>> NetworkSelectors(Manifest policy) =>
        policy.Spec.List("ingress")
            .SelectMany(static rule => rule.List("from"))
            .Where(static source => source.At("namespaceSelector") is null)
            .Select(static source => source.Map("podSelector", "matchLabels"))
            .Append(policy.Spec.Map("podSelector", "matchLabels"));
}

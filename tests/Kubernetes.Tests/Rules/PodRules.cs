using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>How a pod runs.</summary>
internal static class PodRules
{
    /// <summary>The scheduler knows what each container needs, and memory has an end.</summary>
    public static IEnumerable<string> Resources(ManifestSet manifests) =>
        from container in manifests.Containers
        from path in new[] { ("requests", "cpu"), ("requests", "memory"), ("limits", "memory") }
        where container.Json.Text("resources", path.Item1, path.Item2).Length == 0
        select $"{container.Title} has no {path.Item1}.{path.Item2}.";

    /// <summary>A silo has the cores and the memory that it asks for, no more and no less: runs are comparable.</summary>
    public static IEnumerable<string> Size(ManifestSet manifests) =>
        from silo in manifests.Silos
        where silo.Json.Text("resources", "requests") != silo.Json.Text("resources", "limits")
        select $"{silo.Title} requests {silo.Json.Text("resources", "requests")}, limited to {silo.Json.Text("resources", "limits")}.";

    /// <summary>The restricted profile, and a file system that is read-only.</summary>
    public static IEnumerable<string> Security(ManifestSet manifests)
    {
        foreach (var container in manifests.Containers)
        {
            var own = container.Json.At("securityContext");
            var shared = container.Pod.Spec.At("securityContext");
            string Value(params string[] path) => own.Text(path) is { Length: > 0 } value ? value : shared.Text(path);

            (bool Holds, string What)[] demands =
            [
                (Value("runAsNonRoot") == "true", "runAsNonRoot: true"),
                (long.TryParse(Value("runAsUser"), out var user) && user > 0, "a runAsUser other than 0"),
                (Value("seccompProfile", "type") == "RuntimeDefault", "seccompProfile RuntimeDefault"),
                (own.Text("allowPrivilegeEscalation") == "false", "allowPrivilegeEscalation: false"),
                (own.Text("readOnlyRootFilesystem") == "true", "readOnlyRootFilesystem: true"),
                (own.List("capabilities", "drop").Any(static item => item.Text() == "ALL"), "drop of ALL capabilities"),
                (own.At("capabilities", "add") is null, "capabilities without add"),
                (own.At("privileged") is null, "securityContext without privileged"),
            ];
            foreach (var (_, what) in demands.Where(static demand => !demand.Holds))
                yield return $"{container.Title}: expected {what}.";
        }

        foreach (var pod in manifests.Pods)
        {
            foreach (var member in new[] { "hostNetwork", "hostPID", "hostIPC" }.Where(member => pod.Spec.Text(member) == "true"))
                yield return $"{pod.Owner.Title} has {member}.";

            if (pod.Spec.List("volumes").Any(static volume => volume.At("hostPath") is not null))
                yield return $"{pod.Owner.Title} mounts a folder of its node.";
        }
    }

    /// <summary>An image says its version, and ours are the ones that the build makes.</summary>
    public static IEnumerable<string> Images(ManifestSet manifests)
    {
        var version = ProjectFile.Value("Directory.Build.props", "Version");
        foreach (var container in manifests.Containers)
        {
            if (container.ImageTag is "" or "latest")
                yield return $"{container.Title}: the image {container.Image} has no version.";
            else if ((container.IsSilo || container.IsDriver) && container.ImageTag != version)
                yield return $"{container.Title}: the image {container.Image} is not of version {version}.";
        }

        string[] projects = ["src/Marketplace.Silo/Marketplace.Silo.csproj", "src/Driver/Driver.csproj"];
        var ours = projects.Select(static project => ProjectFile.Value(project, "ContainerRepository"));
        foreach (var name in ours.Except(manifests.Containers.Select(static container => container.ImageName)))
            yield return $"No container runs the image {name}.";
    }
}

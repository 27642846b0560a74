using System.Globalization;
using Marketplace.Grains.Placement;
using Marketplace.Kubernetes.Tests.Manifests;
using Marketplace.Silo.Settings;
using Microsoft.Extensions.Configuration;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>What the silo itself says about the environment that its pod gives it.</summary>
internal static class SettingsRules
{
    // Everything else is a slip: the host would not read it, and nobody would notice.
    private static readonly string[] Known =
    [
        "ASPNETCORE_HTTP_PORTS", "POD_NAME", "POD_IP", "POSTGRES_PASSWORD", "REDIS_PASSWORD",
    ];

    /// <summary>Names and values pass the silo's own check.</summary>
    public static IEnumerable<string> Settings(ManifestSet manifests)
    {
        foreach (var silo in manifests.Silos)
        {
            var environment = silo.Environment(manifests);
            foreach (var name in environment.Keys.Where(static name => !name.StartsWith("Marketplace__", StringComparison.Ordinal)).Except(Known))
                yield return $"{silo.Title}: no silo reads the environment variable {name}.";

            // Kubernetes leaves such a reference as it stands.
            foreach (var variable in environment.Where(static variable => variable.Value.Contains("$(", StringComparison.Ordinal)))
                yield return $"{silo.Title}: {variable.Key} names a variable that is not before it.";

            if (Read(silo, manifests, out var problem) is null)
                yield return $"{silo.Title}: {problem}";
        }

        foreach (var other in manifests.Containers.Where(static container => !container.IsSilo))
        {
            foreach (var name in other.Environment(manifests).Keys.Where(static name => name.StartsWith("Marketplace", StringComparison.Ordinal)))
                yield return $"{other.Title}: {name} is a setting of the silo.";
        }
    }

    /// <summary>Kubernetes waits longer for a pod to end than the silo takes for it.</summary>
    public static IEnumerable<string> Grace(ManifestSet manifests) =>
        from silo in manifests.Silos
        let settings = Read(silo, manifests, out _)
        where settings is not null
        let grace = TimeSpan.FromSeconds(silo.Pod.Spec.Number("terminationGracePeriodSeconds") ?? 30)
        let needed = settings.Gateway.LeaveDelay + settings.Gateway.StopTimeout
        where grace <= needed
        select $"{silo.Title}: terminationGracePeriodSeconds is {grace}, and the silo takes up to {needed}.";

    /// <summary>Several silos find each other: they have a server for that, and listen where the others expect them.</summary>
    public static IEnumerable<string> Membership(ManifestSet manifests)
    {
        // Silos that the driver loads one after the other, each by a point of a sweep, are systems of their own.
        var isAlone = manifests.Silos.Sum(static silo => silo.Pod.Replicas) == 1
            || (DriverRules.Points(manifests) is { Count: > 1 } points && points.All(static point => point.Target.Urls is [_])
                && manifests.Silos.All(static silo => silo.Pod.Replicas == 1)
                && points.Select(static point => point.Target.Urls![0]).Distinct().Count() == manifests.Silos.Count());
        foreach (var silo in manifests.Silos)
        {
            if (Read(silo, manifests, out _)?.Cluster is not { } cluster)
                continue;

            if (cluster.Provider is ClusterSettings.Localhost || (cluster.Provider is ClusterSettings.None && !isAlone))
                yield return $"{silo.Title}: with the provider {cluster.Provider} silos of several pods don't find each other.";
            else if (cluster.HasOthers && silo.Port("cluster") != cluster.SiloPort.ToString(CultureInfo.InvariantCulture))
                yield return $"{silo.Title}: it listens to other silos at {cluster.SiloPort}, and its port is {silo.Port("cluster")}.";
        }
    }

    /// <summary>The silos together host all services, else none becomes ready.</summary>
    public static IEnumerable<string> Services(ManifestSet manifests)
    {
        var silos = manifests.Silos
            .Select(silo => Read(silo, manifests, out _))
            .OfType<SiloSettings>()
            .ToList();
        var missing = MarketplaceServices.Names.Except(silos.SelectMany(static silo => silo.Placement.Services)).ToList();
        if (silos.Count > 0 && missing.Count > 0)
            yield return $"No silo hosts {string.Join(", ", missing)}: none becomes ready.";
    }

    /// <summary>What a pod writes goes to a volume: its own file system is read-only.</summary>
    public static IEnumerable<string> Writable(ManifestSet manifests)
    {
        foreach (var container in manifests.Silos.Concat(manifests.Drivers))
        {
            var folders = container.IsSilo
                ? new[] { "/tmp", Read(container, manifests, out _)?.Storage.ArchiveFolder ?? "/tmp" }
                : ["/tmp", container.Json.Text("workingDir")];
            foreach (var folder in folders.Where(folder => !IsWritable(container, folder)))
                yield return $"{container.Title}: '{folder}' is not a volume that can be written.";
        }
    }

    /// <summary>Reads the settings of a silo as the silo does.</summary>
    /// <param name="problem">Why it would not start.</param>
    public static SiloSettings? Read(Container silo, ManifestSet manifests, out string problem)
    {
        var configuration = new ConfigurationBuilder()
            .AddInMemoryCollection(silo.Environment(manifests)
                .Select(static variable => KeyValuePair.Create(variable.Key.Replace("__", ":", StringComparison.Ordinal), (string?)variable.Value)))
            .Build();
        try
        {
            problem = "";
            return SiloSettings.Read(configuration);
        }
        catch (SettingException exception)
        {
            problem = exception.Message;
            return null;
        }
    }

    private static bool IsWritable(Container container, string folder) =>
        container.Json.List("volumeMounts").Any(mount =>
            mount.Text("mountPath") == folder
            && mount.Text("readOnly") != "true"
            && container.Pod.Volume(mount.Text("name")) is { } volume
            && (volume.At("emptyDir") ?? volume.At("persistentVolumeClaim")) is not null);
}

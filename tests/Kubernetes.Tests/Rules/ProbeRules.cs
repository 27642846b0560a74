using System.Text.Json.Nodes;
using Marketplace.Kubernetes.Tests.Manifests;
using Marketplace.Silo.Hosting;
using Microsoft.AspNetCore.Routing;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>What Kubernetes asks a container.</summary>
internal static class ProbeRules
{
    private static readonly string[] Kinds = ["startupProbe", "readinessProbe", "livenessProbe"];
    private static readonly Lazy<IReadOnlySet<string>> Served = new(ServedPaths);

    /// <summary>Probes of a silo ask for what a silo serves, at the port where it serves.</summary>
    public static IEnumerable<string> Paths(ManifestSet manifests)
    {
        foreach (var silo in manifests.Silos)
        {
            var served = silo.Environment(manifests).GetValueOrDefault("ASPNETCORE_HTTP_PORTS", "");
            foreach (var (kind, probe) in Probes(silo))
            {
                if (!Served.Value.Contains(probe.Text("httpGet", "path")))
                    yield return $"{silo.Title}: {kind} asks for '{probe.Text("httpGet", "path")}', which a silo does not serve.";

                if (silo.Port(probe.Text("httpGet", "port")) != served)
                    yield return $"{silo.Title}: {kind} asks at port '{probe.Text("httpGet", "port")}', and the silo listens at '{served}'.";
            }
        }
    }

    /// <summary>A server has all three probes.</summary>
    public static IEnumerable<string> Presence(ManifestSet manifests) =>
        from container in manifests.Containers
        where container.Ports.Any()
        from kind in Kinds.Except(Probes(container).Select(static probe => probe.Kind))
        select $"{container.Title} has ports and no {kind}.";

    /// <summary>Prometheus is told where a silo has its metrics, and is let in there.</summary>
    public static IEnumerable<string> Metrics(ManifestSet manifests)
    {
        foreach (var silo in manifests.Silos)
        {
            var told = silo.Pod.Annotations;
            var (path, port) = (told.GetValueOrDefault("prometheus.io/path", ""), told.GetValueOrDefault("prometheus.io/port", ""));
            if (told.GetValueOrDefault("prometheus.io/scrape") != "true" || !Served.Value.Contains(path) || port != silo.Port("http"))
                yield return $"{silo.Title}: Prometheus is sent to '{path}' at port '{port}'.";

            if (!new Network(manifests).AllowsPrometheus(silo.Pod, port))
                yield return $"{silo.Title}: no policy lets Prometheus in at port '{port}'.";
        }
    }

    private static IEnumerable<(string Kind, JsonNode Probe)> Probes(Container container) =>
        from kind in Kinds
        let probe = container.Json.At(kind)
        where probe is not null
        select (kind, probe);

    private static HashSet<string> ServedPaths()
    {
        IEndpointRouteBuilder silo = SiloHost.Build(["--Marketplace:Preset=null"]);
        var routes = silo.DataSources.SelectMany(static source => source.Endpoints).OfType<RouteEndpoint>();
        return [.. routes.Select(static route => route.RoutePattern.RawText!)];
    }
}

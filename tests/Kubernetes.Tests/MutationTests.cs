using Marketplace.Kubernetes.Tests.Manifests;
using Marketplace.Kubernetes.Tests.Schemas;
using Xunit;

namespace Marketplace.Kubernetes.Tests;

/// <summary>Each rule is seen to fail: those of settings, probes and pods here.</summary>
public sealed class MutationTests : Mutations
{
    [Theory]
    [InlineData(Silo, "podManagementPolicy: Parallel", "podManagementPolicy: Paralel",
        "StatefulSet silo: /spec/podManagementPolicy must be equal to")]
    [InlineData(Silo, "image: marketplace-silo", "image: marketplace-silo\n          imagePullPolice: Always",
        "must NOT have additional properties imagePullPolice")]
    [InlineData(Size, "memory: 4Gi", "memory: 4GB", "/resources/limits/memory must match format \"quantity\"")]
    [InlineData(SiloService, "kind: Service", "kind: Srvice", "there is no Srvice in v1")]
    [InlineData(Results, "serviceName: results", "", "StatefulSet results: /spec must have required property 'serviceName'")]
    public async Task A_slip_is_noticed_by_Kubernetes_schemas(string file, string old, string replacement, string expected)
    {
        using var mutated = new MutatedManifests(file, old, replacement);
        var problems = await KubernetesSchemas.Check(await Kustomize.Render(mutated.Overlay(OverlayOf(file))));
        Assert.Contains(problems, problem => problem.Contains(expected, StringComparison.Ordinal));
    }

    [Theory]
    // Settings
    [InlineData(SiloSettings, "Marketplace__Preset=", "Marketplace__Prset=",
        "There is no setting Marketplace:Prset; did you mean Marketplace:Preset?")]
    [InlineData(SiloSettings, "Preset=orleans", "Preset=orlean", "The setting Marketplace:Preset has the value 'orlean'; expected one of")]
    [InlineData(SiloSettings, "Marketplace__Preset=", "Marketplce__Preset=", "no silo reads the environment variable Marketplce__Preset")]
    [InlineData(DriverSettings, "CONCURRENCY=48", "CONCURRENCY=48\n      - Marketplace__Preset=orleans",
        "Marketplace__Preset is a setting of the silo")]
    [InlineData(Silo, "terminationGracePeriodSeconds: 60", "terminationGracePeriodSeconds: 30",
        "terminationGracePeriodSeconds is 00:00:30, and the silo takes up to")]
    [InlineData(SiloSettings, "Folder=/var/lib/marketplace", "Folder=/var/lib/market",
        "'/var/lib/market' is not a volume that can be written")]
    [InlineData(Driver, "mountPath: /results", "mountPath: /results\n              readOnly: true",
        "'/results' is not a volume that can be written")]
    [InlineData(Cluster, "  - ../../components/membership-postgres\n", "", "with the provider none silos of several pods don't find each other")]
    [InlineData(JoinPostgres, "value: \"11111\"", "value: \"11112\"", "it listens to other silos at 11112, and its port is 11111")]
    [InlineData(UsePostgres, "Host=postgres;", "Hst=postgres;", "Marketplace:Postgres")]
    [InlineData(JoinRedis, "name: Marketplace__Cluster__Connection", "name: Marketplace__Cluster__Conection", "Marketplace:Cluster:Conection")]
    [InlineData(UseRedis, "value: redis-secondary:6379,password=$(REDIS_PASSWORD)", "value: \"\"",
        "The preset 'composite-causal' needs servers, and no setting Marketplace:RedisSecondary says where they are")]
    [InlineData(UseRedis, "$(REDIS_PASSWORD)", "$(REDIS_PASWORD)", "Marketplace__RedisPrimary names a variable that is not before it")]
    [InlineData(Causal, "  - ../../components/postgres\n", "", "no setting Marketplace:Postgres says where they are")]
    [InlineData(Cart, "Services=cart", "Services=cat", "Marketplace:Services")]
    [InlineData(Cart, "Services=cart", "Services=stock", "No silo hosts cart: none becomes ready")]
    [InlineData(Cart, "Services=cart", "Services=cart,stock", "With Marketplace:Placement per-service a silo of a cluster is for one service")]
    // Probes
    [InlineData(Silo, "path: /healthz/ready", "path: /healthz/redy",
        "readinessProbe asks for '/healthz/redy', which a silo does not serve")]
    [InlineData(Silo, "port: http", "port: cluster", "asks at port 'cluster', and the silo listens at '8081'")]
    [InlineData(SiloSettings, "HTTP_PORTS=8081", "HTTP_PORTS=8082", "asks at port 'http', and the silo listens at '8082'")]
    [InlineData(Silo, "prometheus.io/path: /metrics", "prometheus.io/path: /metric", "Prometheus is sent to '/metric' at port '8081'")]
    [InlineData(Silo, "prometheus.io/port: \"8081\"", "prometheus.io/port: \"8080\"", "no policy lets Prometheus in at port '8080'")]
    [InlineData(Silo, "livenessProbe:", "livelinessProbe:", "StatefulSet silo, container silo has ports and no livenessProbe")]
    // Pods
    [InlineData(Driver, "cpu: \"2\"", "", "Job driver, container driver has no requests.cpu")]
    [InlineData(Driver, "memory: 4Gi", "cpu: \"4\"", "Job driver, container driver has no limits.memory")]
    [InlineData(Size, "limits:\n              cpu: \"4\"", "limits:\n              cpu: \"8\"", "container silo requests {\"cpu\":\"4\"")]
    [InlineData(Silo, "runAsNonRoot: true", "", "StatefulSet silo, container silo: expected runAsNonRoot: true")]
    [InlineData(Silo, "runAsUser: 1654", "runAsUser: 0", "expected a runAsUser other than 0")]
    [InlineData(Silo, "type: RuntimeDefault", "type: Unconfined", "expected seccompProfile RuntimeDefault")]
    [InlineData(Driver, "allowPrivilegeEscalation: false", "", "expected allowPrivilegeEscalation: false")]
    [InlineData(Driver, "readOnlyRootFilesystem: true", "", "expected readOnlyRootFilesystem: true")]
    [InlineData(Driver, "drop: [ALL]", "drop: [NET_RAW]", "expected drop of ALL capabilities")]
    [InlineData(Driver, "drop: [ALL]", "drop: [ALL]\n              add: [NET_RAW]", "expected capabilities without add")]
    [InlineData(Driver, "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: true\n            privileged: true",
        "expected securityContext without privileged")]
    [InlineData(Silo, "enableServiceLinks: false", "hostNetwork: true", "StatefulSet silo has hostNetwork")]
    [InlineData(Silo, "emptyDir:\n            sizeLimit: 20Gi", "hostPath:\n            path: /var",
        "StatefulSet silo mounts a folder of its node")]
    [InlineData(Images, "newTag: 0.1.0", "newTag: latest", "the image marketplace-silo:latest has no version")]
    [InlineData(Images, "newTag: 0.1.0", "newTag: 0.0.9", "the image marketplace-driver:0.0.9 is not of version")]
    [InlineData(Driver, "image: marketplace-driver", "image: marketplace-drive:1", "No container runs the image marketplace-driver")]
    public Task A_slip_is_noticed_by_a_rule(string file, string old, string replacement, string expected) =>
        IsNoticed(file, old, replacement, expected);

    [Fact]
    public async Task What_kubectl_can_not_render_is_noticed()
    {
        using var mutated = new MutatedManifests(Silo, "kind: StatefulSet", "kind StatefulSet");
        var exception = await Assert.ThrowsAsync<InvalidOperationException>(() => Kustomize.Render(mutated.Overlay("single")));
        Assert.Contains("kubectl kustomize", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_kubectl_warns_of_is_noticed()
    {
        using var mutated = new MutatedManifests(Single, "resources:\n", "bases:\n");
        var exception = await Assert.ThrowsAsync<InvalidOperationException>(() => Kustomize.Render(mutated.Overlay("single")));
        Assert.Contains("deprecated", exception.Message, StringComparison.Ordinal);
    }
}

using Marketplace.Kubernetes.Tests.Manifests;
using Marketplace.Kubernetes.Tests.Rules;
using Marketplace.Kubernetes.Tests.Schemas;
using Xunit;

namespace Marketplace.Kubernetes.Tests;

/// <summary>Each rule is seen to fail: one text is changed in a copy of the manifests, and the rule must say so.</summary>
public sealed class MutationTests
{
    private const string Single = "overlays/single/kustomization.yaml";
    private const string Size = "overlays/single/size.yaml";
    private const string Cluster = "overlays/cluster/kustomization.yaml";
    private const string UsePostgres = "components/postgres/kustomization.yaml";
    private const string JoinPostgres = "components/membership-postgres/kustomization.yaml";
    private const string Postgres = "base/postgres/postgres.yaml";
    private const string PostgresNetwork = "base/postgres/network.yaml";
    private const string UseRedis = "components/redis/kustomization.yaml";
    private const string JoinRedis = "components/membership-redis/kustomization.yaml";
    private const string Secondary = "base/redis/secondary.yaml";
    private const string RedisNetwork = "base/redis/network.yaml";
    private const string Causal = "overlays/composite-causal/kustomization.yaml";
    private const string Cart = "overlays/per-service/cart/kustomization.yaml";
    private const string Images = "components/images/kustomization.yaml";
    private const string Silo = "base/silo/silo.yaml";
    private const string SiloSettings = "base/silo/kustomization.yaml";
    private const string SiloService = "base/silo/service.yaml";
    private const string Driver = "base/experiment/driver.yaml";
    private const string DriverSettings = "base/experiment/kustomization.yaml";
    private const string Network = "base/experiment/network.yaml";
    private const string Results = "base/experiment/results.yaml";

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
    [InlineData(Causal, "Dashboard=grain", "Dashboard=postgres", "Marketplace:Dashboard")]
    [InlineData(Cart, "Services=cart", "Services=cat", "Marketplace:Services")]
    [InlineData(Cart, "Services=cart", "Services=stock", "No silo hosts cart: none becomes ready")]
    [InlineData(Cart, "Services=cart", "Services=cart,stock", "with Placement per-service a silo is for one service, and this one has 2")]
    // Probes
    [InlineData(Silo, "path: /healthz/ready", "path: /healthz/redy",
        "readinessProbe asks for '/healthz/redy', which a silo does not serve")]
    [InlineData(Silo, "port: http", "port: cluster", "asks at port 'cluster', and the silo listens at '8081'")]
    [InlineData(SiloSettings, "HTTP_PORTS=8081", "HTTP_PORTS=8082", "asks at port 'http', and the silo listens at '8082'")]
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
    // Credentials
    [InlineData(Silo, "automountServiceAccountToken: false", "", "StatefulSet silo: expected automountServiceAccountToken: false")]
    [InlineData(SiloService, "kind: Service", "kind: ServiceAccount", "ServiceAccount silo: no pod needs rights in the cluster")]
    [InlineData(SiloService, "kind: Service", "kind: Secret", "Secret silo: a secret in a manifest is none")]
    [InlineData(SiloSettings, "Preset=orleans", "Preset=orleans\n      - POSTGRES_PASSWORD=x", "POSTGRES_PASSWORD belongs into a Secret")]
    [InlineData(SiloSettings, "Preset=orleans", "Preset=orleans\n      - X=Host=a;Password=b",
        "there is a password in 'Host=a;Password=b'")]
    [InlineData(Silo, "env:", "env:\n            - name: REDIS_PASSWORD\n              value: x", "REDIS_PASSWORD is not from a Secret")]
    [InlineData(Secondary, "- --masterauth\n            - $(REDISCLI_AUTH)", "- --masterauth\n            - x", "there is a password in")]
    [InlineData(UsePostgres, "key: postgres", "key: postgre", "nobody makes {\"key\":\"postgre\"")]
    // References
    [InlineData(Driver, "claimName: results", "claimName: result", "Job driver: there is no PersistentVolumeClaim result")]
    [InlineData(Driver, "- name: tmp\n              mountPath", "- name: temp\n              mountPath",
        "Job driver: there is no volume temp")]
    [InlineData(Silo, "name: silo-settings", "name: settings", "StatefulSet silo: there is no ConfigMap settings")]
    [InlineData(SiloService, "clusterIP: None", "", "StatefulSet silo: 'silo' is no headless service of these pods")]
    [InlineData("base/silo/disruption.yaml", "matchLabels:\n      app.kubernetes.io/name: silo", "matchLabels:\n      app.kubernetes.io/name: sil",
        "PodDisruptionBudget silo selects no pod")]
    [InlineData(Results, "app.kubernetes.io/name: results", "app.kubernetes.io/name: silo",
        "StatefulSet silo does not select its pods, and those alone")]
    [InlineData(SiloService, "targetPort: http", "targetPort: htt",
        "Service silo: its port 8081 does not lead to a port of StatefulSet silo")]
    [InlineData(SiloService, "port: 8081", "port: 80", "Service silo: its port 80 does not lead to a port of StatefulSet silo")]
    // Network
    [InlineData(Network, "port: 8081", "port: 8080", "Job driver, container driver: no policy lets it in at port 8081 of StatefulSet silo")]
    [InlineData(Network, "port: 11111", "port: 11112",
        "StatefulSet silo, container silo: no policy lets it in at port 11111 of StatefulSet silo")]
    [InlineData(Network, "podSelector: {}", "podSelector:\n    matchLabels:\n      app.kubernetes.io/name: silo",
        "No network policy keeps everybody out")]
    [InlineData(Network, "      ports:\n        - port: 8081\n", "",
        "NetworkPolicy silo has a rule that lets everybody in, or at every port")]
    [InlineData(DriverSettings, "silo-0.silo:8081", "silo-0.silos:8081", "nobody has the name silo-0.silos")]
    [InlineData(DriverSettings, "silo-0.silo:8081", "silo-0.silo:8082", "silo-0.silo does not listen at 8082")]
    [InlineData(PostgresNetwork, "port: 5432", "port: 5433", "no policy lets it in at port 5432 of StatefulSet postgres")]
    [InlineData(UsePostgres, "Host=postgres;Port=5432", "Host=postgres;Port=5433", "postgres does not listen at 5433")]
    [InlineData(RedisNetwork, "app.kubernetes.io/name: redis-secondary", "app.kubernetes.io/name: redis-primary",
        "StatefulSet redis-secondary, container redis: no policy lets it in at port 6379 of StatefulSet redis-primary")]
    [InlineData(Secondary, "- redis-primary\n", "- redis-first\n", "nobody has the name redis-first")]
    // Driver
    [InlineData(DriverSettings, "SCENARIO=order-heavy", "SCENARIO=order-havy", "order-havy.json: $: can't be read")]
    [InlineData(Driver, "load.concurrency", "load.concurency", "concurency")]
    [InlineData(Driver, "- run\n", "- rum\n", "expected run FILE --set PATH=VALUE")]
    [InlineData(Driver, "image: marketplace-driver", "image: busybox", "Expected one driver, found 0")]
    [InlineData(DriverSettings, "http://silo-0.silo:8081", "http://results-0.results:8081", "http://results-0.results:8081/ is no silo")]
    [InlineData(Silo, "replicas: 1", "replicas: 2", "its targets are silo-0.silo; the gateways are silo-0.silo, silo-1.silo")]
    public async Task A_slip_is_noticed_by_a_rule(string file, string old, string replacement, string expected)
    {
        using var mutated = new MutatedManifests(file, old, replacement);
        var problems = AllRules.Check(await Kustomize.Render(mutated.Overlay(OverlayOf(file))));
        Assert.Contains(problems, problem => problem.Contains(expected, StringComparison.Ordinal));
    }

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

    // An overlay that has the file.
    private static string OverlayOf(string file) => file.Split('/') switch
    {
        ["overlays", var overlay, ..] => overlay,
        [_, "postgres" or "membership-postgres", _] => "cluster",
        [_, "redis" or "membership-redis", _] => "composite-causal",
        _ => "single",
    };
}

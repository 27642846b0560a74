using Xunit;

namespace Marketplace.Kubernetes.Tests;

/// <summary>Each rule is seen to fail: those of what leads from one manifest to another, and of credentials.</summary>
public sealed class ReferenceMutationTests : Mutations
{
    [Theory]
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
    [InlineData(Driver, "- run\n", "- rum\n", "expected run or sweep FILE --set PATH=VALUE")]
    [InlineData(Driver, "image: marketplace-driver", "image: busybox", "Expected one driver, found 0")]
    [InlineData(DriverSettings, "http://silo-0.silo:8081", "http://results-0.results:8081", "http://results-0.results:8081/ is no silo")]
    [InlineData(Silo, "replicas: 1", "replicas: 2", "its targets are silo-0.silo; the gateways are silo-0.silo, silo-1.silo")]
    public Task A_slip_is_noticed_by_a_rule(string file, string old, string replacement, string expected) =>
        IsNoticed(file, old, replacement, expected);
}

using Marketplace.Contracts.Settings;
using Marketplace.Kubernetes.Tests.Manifests;
using Marketplace.Kubernetes.Tests.Rules;
using Marketplace.Kubernetes.Tests.Schemas;
using Marketplace.Silo.Settings;
using Xunit;

namespace Marketplace.Kubernetes.Tests;

public sealed class OverlayTests
{
    public static TheoryData<string> Overlays() =>
        [.. Directory.GetDirectories(Repository.Overlays).Select(static folder => Path.GetFileName(folder)).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Overlays))]
    public async Task An_overlay_keeps_every_rule(string overlay)
    {
        var manifests = await Kustomize.Render(Path.Combine(Repository.Overlays, overlay));
        Assert.NotEmpty(manifests.Silos);
        Assert.Empty(AllRules.Check(manifests));
    }

    [Theory]
    [InlineData("composite-causal", false)]
    [InlineData("full", true)]
    public async Task An_overlay_named_after_a_preset_is_that_preset_on_three_silos(string name, bool isStored)
    {
        var manifests = await Kustomize.Render(Path.Combine(Repository.Overlays, name));
        var silo = Assert.Single(manifests.Silos);
        Assert.Equal(3, silo.Pod.Replicas);
        var told = silo.Environment(manifests).ToDictionary(
            static variable => variable.Key.Replace("Marketplace__", "", StringComparison.Ordinal).Replace("__", ":", StringComparison.Ordinal),
            static variable => variable.Value);
        Assert.Equal(name, told[Presets.Key]);
        Assert.DoesNotContain(
            Presets.Find(name)!.Settings, setting => told.TryGetValue(setting.Key, out var value) && value != setting.Value);

        var settings = SettingsRules.Read(silo, manifests, out _)!;
        Assert.Equal(ReplicationSettings.AcrossObjects, settings.Replication.Level);
        Assert.NotNull(settings.Replication.Redis);
        Assert.True(settings.Cluster.HasOthers);
        Assert.NotNull(settings.Storage.Dashboards);
        Assert.Equal(isStored, settings.Storage is { AuditLog: not null, States: not null });
    }

    [Theory]
    [MemberData(nameof(Overlays))]
    public async Task An_overlay_is_as_Kubernetes_schemas_have_it(string overlay) =>
        Assert.Empty(await KubernetesSchemas.Check(await Kustomize.Render(Path.Combine(Repository.Overlays, overlay))));
}

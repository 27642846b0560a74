using Marketplace.Kubernetes.Tests.Manifests;
using Marketplace.Kubernetes.Tests.Rules;
using Marketplace.Kubernetes.Tests.Schemas;
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
    [MemberData(nameof(Overlays))]
    public async Task An_overlay_is_as_Kubernetes_schemas_have_it(string overlay) =>
        Assert.Empty(await KubernetesSchemas.Check(await Kustomize.Render(Path.Combine(Repository.Overlays, overlay))));
}

using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>Every rule, each seen to fail by a mutation in MutationTests or ReferenceMutationTests.</summary>
internal static class AllRules
{
    private static readonly Rule[] Rules =
    [
        SettingsRules.Settings,
        SettingsRules.Membership,
        SettingsRules.Services,
        SettingsRules.Grace,
        SettingsRules.Writable,
        ProbeRules.Paths,
        ProbeRules.Presence,
        ProbeRules.Metrics,
        PodRules.Resources,
        PodRules.Size,
        PodRules.Security,
        PodRules.Images,
        CredentialRules.NoLiterals,
        CredentialRules.NoApiAccess,
        ReferenceRules.Names,
        ReferenceRules.Selectors,
        ReferenceRules.Ports,
        NetworkRules.Reachable,
        DriverRules.Scenario,
        DriverRules.Targets,
    ];

    public static IReadOnlyList<string> Check(ManifestSet manifests) => [.. Rules.SelectMany(rule => rule(manifests))];
}

using Marketplace.Kubernetes.Tests.Manifests;

namespace Marketplace.Kubernetes.Tests.Rules;

/// <summary>Something that must hold for every overlay.</summary>
/// <returns>A line for each place where it does not.</returns>
internal delegate IEnumerable<string> Rule(ManifestSet manifests);

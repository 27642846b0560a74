using System.Xml.Linq;

namespace Marketplace.Kubernetes.Tests;

/// <summary>Reads properties of project files.</summary>
internal static class ProjectFile
{
    public static string Value(string project, string property) =>
        XDocument.Load(Path.Combine(Repository.Root, project)).Descendants(property).Single().Value;
}

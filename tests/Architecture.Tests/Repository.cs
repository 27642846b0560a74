using System.Xml.Linq;

namespace Marketplace.Architecture.Tests;

/// <summary>The repository as it lies on disk.</summary>
internal static class Repository
{
    public static string Root { get; } = FindRoot(AppContext.BaseDirectory);

    public static IEnumerable<string> Files(string folder, string pattern) =>
        Directory.EnumerateFiles(Path.Combine(Root, folder), pattern, SearchOption.AllDirectories)
            .Where(file => !Relative(file).StartsWith("artifacts/", StringComparison.Ordinal));

    public static string Relative(string file) => Path.GetRelativePath(Root, file).Replace('\\', '/');

    /// <summary>The projects that a project references, by name; those that it merely builds first left out.</summary>
    public static SortedSet<string> References(string project)
    {
        var names = XDocument.Load(project).Descendants("ProjectReference")
            .Where(reference => !IsFalse(reference, "ReferenceOutputAssembly"))
            .Select(reference => Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value.Replace('\\', '/')));
        return new SortedSet<string>(names, StringComparer.Ordinal);
    }

    private static bool IsFalse(XElement reference, string name) =>
        string.Equals(reference.Attribute(name)?.Value ?? reference.Element(name)?.Value, "false", StringComparison.OrdinalIgnoreCase);

    private static string FindRoot(string folder) =>
        File.Exists(Path.Combine(folder, "Marketplace.sln")) ? folder : FindRoot(Directory.GetParent(folder)!.FullName);
}

namespace Marketplace.Kubernetes.Tests;

/// <summary>The repository as it lies on disk, and the build that these tests belong to.</summary>
internal static class Repository
{
    public static string Root { get; } = FindRoot(AppContext.BaseDirectory);
    public static string Overlays => Path.Combine(Root, "k8s", "overlays");

    // artifacts/bin/Kubernetes.Tests/CONFIGURATION
    private static DirectoryInfo Output { get; } = new(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    public static string Configuration => Output.Name;

    public static string Read(params string[] path) => File.ReadAllText(Path.Combine([Root, .. path]));

    private static string FindRoot(string folder) =>
        File.Exists(Path.Combine(folder, "Marketplace.sln")) ? folder : FindRoot(Directory.GetParent(folder)!.FullName);
}

namespace Marketplace.TestSupport;

/// <summary>Finds files of the repository that the tests were built from.</summary>
internal static class Repository
{
    public static string File(params string[] parts)
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!System.IO.File.Exists(Path.Combine(folder.FullName, "Marketplace.sln")))
            folder = folder.Parent ?? throw new DirectoryNotFoundException("The tests don't run within the repository.");
        return Path.Combine([folder.FullName, .. parts]);
    }
}

using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Hosting;

/// <summary>A folder of this silo's own for finished records. It goes when the silo goes.</summary>
internal sealed class ArchiveFolder : IDisposable
{
    /// <param name="parent">Where; empty for the folder of temporary files.</param>
    /// <exception cref="SettingException">No folder can be made there.</exception>
    public ArchiveFolder(string parent)
    {
        try
        {
            Path = parent.Length == 0
                ? Directory.CreateTempSubdirectory("marketplace-").FullName
                : Directory.CreateDirectory(System.IO.Path.Combine(parent, "marketplace-" + System.IO.Path.GetRandomFileName())).FullName;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new SettingException(
                $"The setting Marketplace:Archive:Folder has the value '{parent}'; no folder can be made there: "
                + exception.Message);
        }
    }

    public string Path { get; }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
